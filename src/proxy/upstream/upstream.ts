import { GEO_LIMIT_MAX } from '../../contract/limits.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { ReceivedCoverage } from '../../contract/service/coverage.ts'
import type { PointPlaces, PointSignal } from '../../contract/service/geo.ts'
import type { HexPage } from '../../contract/service/hexes/received-hexes.ts'
import type { Usages } from '../../contract/service/received-usage.ts'
import type { Cell } from '../../domain/cell.ts'
import { inTurns } from '../../server/work/turns.ts'
import { type Admit, createAsking, type Withheld } from './asking.ts'
import { isRefusal, isTooLong, type ReadBytes, type ServiceResult } from './connection/service-answer.ts'
import type { Fetched, ServiceConnection } from './connection/service-connection.ts'
import { type FreeValues, type PlaceSignals, readValue, unpackPage, type ValueComputing } from './free-values.ts'
import type { CircuitRules } from './pacing/circuit.ts'
import { withRetries } from './pacing/retry.ts'
import { DEFAULT_PATIENCE, type Patience } from './pacing/retry-pause.ts'

/** The service's endpoints that the proxy itself calls, with parsed answers; never rejects. */
export interface Upstream {
  readonly basePath: string
  /**
   * Metered. Requests a target made by `statsTarget`, and returns its body as parsed by `read`, which rejects a body of
   * another shape. Every attempt needs admission. `key` is sent as the `Idempotency-Key`, under which a service counts the
   * call once; without it, calls with the same target share a key for a while.
   */
  stats<T>(target: string, read: ReadBytes<T>, admit: Admit, key?: string): Promise<ServiceResult<T>>
  /** Free. */
  lookup(cell: Cell): Promise<ServiceResult<PointSignal>>
  /** Free. Returns the named places around a cell. */
  placesAt(cell: Cell): Promise<ServiceResult<PointPlaces>>
  /** Free. */
  coverage(): Promise<ServiceResult<ReceivedCoverage>>
  /** Free. Returns a page of a hundred children of a place, the first one unless given; for null, the countries. */
  children(parent: string | null, page?: number): Promise<ServiceResult<PlaceSignals>>
  /** Free. */
  usage(): Promise<ServiceResult<Usages>>
  /** Free. Returns a page of a zone's cells; the names of the query's parameters are the service's own. */
  hexes(geo_id: string, query: Readonly<Record<string, string>>): Promise<ServiceResult<HexPage>>
  /** Free. Returns true when the service answers at all. */
  isAlive(): Promise<boolean>
  /** Free. Returns whether the service accepts a target of this many bytes; null when that is unclear. */
  takesLength(bytes: number): Promise<boolean | null>
  /** Sends one GET of a path below the base, query included, without retries; returns the answer unread. */
  pass(pathAndQuery: string): Promise<Fetched | Withheld>
  /** Returns why no metered calls, or none for histories, are made at present; null when they are allowed. */
  pausedBecause(group?: 'metered' | 'history'): Refusal | null
}

/** A parameter unknown to every service, so that it changes only the length. */
const LENGTH_PARAMETER = 'length'

/** Milliseconds: the longest wait for the rate limit where somebody waits for the answer. */
const HURRIED_WAIT = 2_000

/** Returns true when an answer shows that the target was read, false when it was too long; null when neither is certain. */
function judgeLength(fetched: Fetched): boolean | null {
  if (fetched.kind === 'failed') return null
  const { status } = fetched.answer
  if (isTooLong(status)) return false
  return status === 200 || isRefusal(fetched.answer) ? true : null
}

/** True when the connection broke before the response head, as some servers do where others return 414. */
function isBroken(fetched: Fetched): boolean {
  return fetched.kind === 'failed' && fetched.failure.code === 'reset' && !fetched.failure.isAfterHead
}

/** Reads everything in the event loop. */
const HERE: ValueComputing = { readValue: async (...input) => readValue(...input) }

/**
 * Wraps a connection; `stopping` ends the waits between retries, `elapsed` is a steady clock in milliseconds. Without
 * `computing`, long answers stop the event loop.
 */
export function createUpstream(deps: {
  connection: ServiceConnection
  clock: () => Date
  elapsed: () => number
  stopping: AbortSignal
  patience?: Patience
  circuit?: CircuitRules | undefined
  computing?: ValueComputing
}): Upstream {
  const { connection, stopping, patience = DEFAULT_PATIENCE, computing = HERE } = deps
  const { basePath } = connection
  const asking = createAsking({ ...deps, patience, circuit: deps.circuit })
  const valueIn =
    <Name extends keyof FreeValues>(name: Name): ReadBytes<FreeValues[Name]> =>
    (body, headers) =>
      computing.readValue(name, body, headers)
  const readPage: ReadBytes<HexPage> = async (body, headers) =>
    inTurns(unpackPage(await computing.readValue('hexes', body, headers)))
  const free = <T>(target: string, read: ReadBytes<T>, by = patience) =>
    withRetries(by, stopping, () => asking.free(`${basePath}${target}`, read, by.longestWait))
  const hurried = { ...patience, longestWait: Math.min(patience.longestWait, HURRIED_WAIT) }
  const isAlive = async () => {
    // A service without this path says so itself.
    return judgeLength(await asking.ping(`${basePath}/ping`)) === true
  }
  const ping = (bytes: number) => {
    const start = `${basePath}/ping?${LENGTH_PARAMETER}=`
    return connection.get(start + '0'.repeat(Math.max(0, bytes - start.length)), 'free')
  }
  return {
    basePath,
    stats: (target, read, admit, key) =>
      withRetries(patience, stopping, () => asking.metered(target, read, admit, key)),
    lookup: (cell) => free(`/geo/lookup?h3=${cell}`, valueIn('signal')),
    placesAt: (cell) => free(`/geo/lookup?h3=${cell}`, valueIn('places')),
    // A page that opens waits for it, as for the period.
    coverage: () => free('/coverage', valueIn('coverage'), hurried),
    children: (parent, page = 1) => {
      const query = new URLSearchParams({
        ...(parent !== null && { parent }),
        ...(page > 1 && { page: String(page) }),
        limit: String(GEO_LIMIT_MAX),
      })
      // A page that opens shows nothing until the period is found.
      return free(`/geo?${query}`, valueIn('children'), hurried)
    },
    hexes: (geo_id, query) => {
      const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
      return free(`/geo/${encodeURIComponent(geo_id)}/hexes${search}`, readPage)
    },
    // Somebody waits for the meter, and its last values are good enough.
    usage: () => asking.free(`${basePath}/usage`, valueIn('usages'), 0),
    isAlive,
    takesLength: async (bytes) => {
      const first = await ping(bytes)
      if (judgeLength(first) !== false && !isBroken(first)) return judgeLength(first)
      // One failure may be a fault; two, with a short request answered in between, are the length.
      if (!(await isAlive())) return null
      const second = await ping(bytes)
      return isBroken(second) ? false : judgeLength(second)
    },
    pass: (pathAndQuery) => asking.pass(`${basePath}${pathAndQuery}`),
    pausedBecause: (group) => asking.pausedBecause(group),
  }
}
