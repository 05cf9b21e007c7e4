import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import packageJson from '../../../package.json' with { type: 'json' }
import { parseCountry } from '../places/countries.ts'
import type { Geocoder, GeocoderAddress, Town } from './geocoder.ts'
import { DIALECTS, type Found } from './geocoder-dialects.ts'
import { readJson } from './read-json.ts'

/** Limits that tests change. */
export interface RemoteLimits {
  /** How long one response can take. */
  readonly timeoutMs: number
  /** How long requests pause after a failure. */
  readonly pauseMs: number
}

const LIMITS: RemoteLimits = { timeoutMs: 3_000, pauseMs: 30_000 }
const ANSWER_MAX_BYTES = 262_144
const ANSWERS_KEPT = 5_000
const KEPT_FOR_MS = 86_400_000

/** Public servers, which allow one request per second; every other server is the operator's own. */
const SHARED_HOSTS: readonly string[] = ['nominatim.openstreetmap.org', 'photon.komoot.io']
const SHARED_PACE_MS = 1_000
const LONGEST_WAIT_MS = 2_000
/** Statuses that refuse one query, from the geocoder or a firewall in front of it. */
const OF_QUERY: ReadonlySet<number> = new Set([400, 414, 422])
/** It fails, if at all, for every query: what somebody has typed may fail alone. */
const PLAIN_QUERY = 'London'
/** Requests at once: an operator's own server answers in some milliseconds. */
const MOST_ASKED = 64

/**
 * Opens a Photon or Nominatim server. Caches results for a day. `find` rejects when the server fails, responds with
 * something unreadable, or must not be asked yet.
 */
export function openRemoteGeocoder(address: GeocoderAddress, limits: RemoteLimits = LIMITS): Geocoder {
  const closing = new AbortController()
  const ask = connect(address, limits, closing.signal)
  const answers = new LRUCache<string, Promise<Town | null>>({ max: ANSWERS_KEPT, ttl: KEPT_FOR_MS })
  return {
    find(query, country) {
      const key = `${country ?? ''}/${query.toLowerCase()}`
      const kept = answers.get(key)
      if (kept) return kept
      const asked = ask(query, country)
      answers.set(key, asked)
      asked.catch(() => answers.delete(key))
      return asked
    },
    close: () => closing.abort(),
  }
}

function connect({ kind, url }: GeocoderAddress, { timeoutMs, pauseMs }: RemoteLimits, closing: AbortSignal) {
  const dialect = DIALECTS[kind]
  const base = new URL(dialect.path, url.endsWith('/') ? url : `${url}/`)
  const waitForTurn = paceOf(base)
  let pausedUntil = 0
  let asked = 0
  let check: Promise<void> | null = null

  const send = async (query: string, country: string | null): Promise<Town | null> => {
    await waitForTurn(closing)
    const address = new URL(base)
    for (const [name, value] of dialect.parameters(query, country)) address.searchParams.append(name, value)
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])
    const headers = { accept: 'application/json', 'user-agent': `squaremetre/${packageJson.version}` }
    const answer = await fetch(address, { headers, signal, redirect: 'error' })
    if (!answer.ok) throw new RefusedQuery(`${kind} responded with status ${answer.status}`, answer.status)
    return firstTown(dialect.read(await readJson(answer, ANSWER_MAX_BYTES)), country)
  }
  const pause = () => {
    pausedUntil = performance.now() + pauseMs
  }
  const ask = async (query: string, country: string | null): Promise<Town | null> => {
    await check
    if (performance.now() < pausedUntil) throw new Error(`${kind} failed recently and is not asked again yet`)
    try {
      return await send(query, country)
    } catch (error) {
      const status = error instanceof RefusedQuery ? error.status : null
      if (status === 429) pause()
      // Otherwise one bad query would stop it for everybody.
      else if (status === null || !OF_QUERY.has(status)) {
        check ??= send(PLAIN_QUERY, null)
          .then(() => undefined, pause)
          .finally(() => {
            check = null
          })
      }
      throw error
    }
  }
  return async (query: string, country: string | null): Promise<Town | null> => {
    if (asked >= MOST_ASKED) throw new Error(`${kind} has ${MOST_ASKED} requests under way already`)
    asked++
    return ask(query, country).finally(() => asked--)
  }
}

class RefusedQuery extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

function firstTown(found: readonly Found[], country: string | null): Town | null {
  for (const { name, lat, lng, ...rest } of found) {
    const code = rest.country === undefined ? null : parseCountry(rest.country)
    if (name && code !== null && (country === null || code === country)) return { name, country: code, lat, lng }
  }
  return null
}

/** Returns a function that waits until a request is allowed; it rejects when that would take too long. */
function paceOf({ hostname }: URL): (signal: AbortSignal) => Promise<void> {
  if (!SHARED_HOSTS.includes(hostname)) return async () => {}
  let next = 0
  return async (signal) => {
    const wait = Math.max(0, next - performance.now())
    if (wait > LONGEST_WAIT_MS)
      throw new Error(`${hostname} allows only one request per second, and too many are waiting`)
    next = performance.now() + wait + SHARED_PACE_MS
    await setTimeout(wait, undefined, { signal })
  }
}
