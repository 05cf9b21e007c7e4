import { readUsage } from '../../contract/assumptions.ts'
import { type CoverageResponse, coverageResponse } from '../../contract/coverage.ts'
import { type GeoResponse, geoResponse, type PointObject, pointObject } from '../../contract/geo.ts'
import { type StatsResponse, statsResponse } from '../../contract/stats.ts'
import type { Cell } from '../../domain/cell.ts'
import type { Lens } from '../../domain/lens.ts'
import { DEFAULT_PATIENCE, type Patience } from '../core/retry-pause.ts'
import { readAnswer, type ServiceResult } from '../core/service-answer.ts'
import { statsTarget } from '../core/stats-target.ts'
import { withRetries } from './retry.ts'
import type { Fetched, ServiceConnection } from './service-connection.ts'

// Milliseconds.
const LOOKUP_WAIT = 5_000

export type Usage = ReturnType<typeof readUsage>

/** The service's endpoints that the proxy itself calls, answers parsed; nothing here rejects. */
export interface Upstream {
  readonly basePath: string
  /** Metered. The figures of a list of cells of one resolution. */
  stats(lens: Lens, cells: readonly Cell[]): Promise<ServiceResult<StatsResponse>>
  /** Free. */
  lookup(cell: Cell): Promise<ServiceResult<PointObject>>
  /** Free. */
  coverage(): Promise<ServiceResult<CoverageResponse>>
  /** Free. The first hundred children of a place, or the countries for null. */
  children(parent: string | null): Promise<ServiceResult<GeoResponse>>
  /** Free. */
  usage(): Promise<ServiceResult<Usage>>
  /** Free. True when the service answers at all. */
  isAlive(): Promise<boolean>
  /** One GET of a path below the base, query included, answered as it is and without a retry. */
  pass(pathAndQuery: string): Promise<Fetched>
}

/** The service behind a connection; `stopping` ends the waiting between repeats. */
export function createUpstream(deps: {
  connection: ServiceConnection
  clock: () => Date
  stopping: AbortSignal
  patience?: Patience
}): Upstream {
  const { connection, clock, stopping, patience = DEFAULT_PATIENCE } = deps
  const { basePath } = connection
  const once = async <T>(target: string, read: (body: unknown) => T): Promise<ServiceResult<T>> => {
    const fetched = await connection.get(target)
    return fetched.kind === 'failed' ? fetched : readAnswer(fetched.answer, read, clock())
  }
  const patiently = <T>(target: string, read: (body: unknown) => T) =>
    withRetries(patience, stopping, () => once(target, read))
  // A viewer waits for the look-ups before anything is bought: one not answered soon says nothing, which is allowed.
  const briefly: Patience = { ...patience, longestWait: Math.min(patience.longestWait, LOOKUP_WAIT) }
  return {
    basePath,
    stats: (lens, cells) => patiently(statsTarget(basePath, lens, cells), (body) => statsResponse.parse(body)),
    lookup: (cell) =>
      withRetries(briefly, stopping, () =>
        once(`${basePath}/geo/lookup?h3=${cell}`, (body) => pointObject.parse(body)),
      ),
    coverage: () => patiently(`${basePath}/coverage`, (body) => coverageResponse.parse(body)),
    children: (parent) => {
      const query = new URLSearchParams({ ...(parent === null ? {} : { parent }), limit: '100' })
      return patiently(`${basePath}/geo?${query}`, (body) => geoResponse.parse(body))
    },
    usage: () => once(`${basePath}/usage`, readUsage),
    isAlive: async () => {
      const fetched = await connection.get(`${basePath}/ping`)
      return fetched.kind === 'answer' && fetched.answer.status === 200
    },
    pass: (pathAndQuery) => connection.get(`${basePath}${pathAndQuery}`),
  }
}
