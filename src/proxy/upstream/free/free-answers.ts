import { LRUCache } from 'lru-cache'
import { HEADERS } from '../../../contract/limits.ts'
import { throwIfGone } from '../../../server/work/gone.ts'
import { type SharedWork, shareWork } from '../../../server/work/shared-work.ts'
import type { ShortQueue } from '../../../server/work/short-queue.ts'
import type { Withheld } from '../asking.ts'
import type { RawAnswer } from '../connection/service-answer.ts'
import type { Fetched } from '../connection/service-connection.ts'
import type { Upstream } from '../upstream.ts'
import type { FreeReading } from './free-reading.ts'
import type { FreeShares } from './free-shares.ts'

const MOST = 500
const MOST_BYTES = 64 * 1024 * 1024
// Milliseconds.
const FRESH = 60_000

/** An answer of the service with its classification. */
export interface ReadFree {
  readonly kind: 'answer'
  readonly answer: RawAnswer
  readonly reading: FreeReading
}

export type FreeAnswer = ReadFree | Exclude<Fetched, { kind: 'answer' }> | Withheld

/** A viewer on whose behalf a request is sent. */
export interface FreeViewer {
  /** Whose share of the service's free requests it counts towards. */
  readonly address: string
  /** Aborted when the viewer no longer waits; only called for a request that is sent, because creating it takes time. */
  signal(): AbortSignal
}

/**
 * Returns the answer to a GET of a path below the service's base. Requests on a viewer's behalf need admission and wait
 * for their turn: rejects with `Overloaded` when too many wait, and with `Gone` when the viewer leaves.
 */
export type FindFree = (pathAndQuery: string, viewer?: FreeViewer) => Promise<FreeAnswer>

export interface FreeAnswers {
  readonly find: FindFree
  /** Forgets what was answered: the service may answer otherwise now. */
  forget(): void
}

/** Classifies long answers outside the event loop. */
export interface FreeComputing {
  readFree(target: string, answer: RawAnswer): Promise<FreeReading>
}

interface FreeAnswersDeps {
  readonly upstream: Pick<Upstream, 'pass'>
  readonly computing: FreeComputing
  /** For requests on behalf of viewers. */
  readonly queue: ShortQueue
  readonly shares: FreeShares
}

/** Caches readable free answers as the service sent them, for a minute each; anything else is requested again. */
export function createFreeAnswers({ upstream, computing, queue, shares }: FreeAnswersDeps): FreeAnswers {
  const cache = new LRUCache<string, ReadFree>({
    max: MOST,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer }, key) => answer.body.byteLength + key.length + 1,
    ttl: FRESH,
  })
  /** Requests under way, shared by everyone who wants the same. */
  const asking = new Map<string, SharedWork<FreeAnswer>>()
  const ask = async (pathAndQuery: string): Promise<FreeAnswer> => {
    const fetched = await upstream.pass(pathAndQuery)
    if (fetched.kind !== 'answer') return fetched
    const perMinute = statedLimit(fetched.answer)
    if (perMinute !== null) shares.learn(perMinute)
    const read: ReadFree = { ...fetched, reading: await computing.readFree(pathAndQuery, fetched.answer) }
    if (read.reading === 'readable') cache.set(pathAndQuery, read)
    return read
  }
  const begin = (pathAndQuery: string, viewer: FreeViewer | undefined): SharedWork<FreeAnswer> => {
    const work = (signal: AbortSignal) =>
      viewer === undefined ? ask(pathAndQuery) : queue.run(() => ask(pathAndQuery), { client: viewer.address, signal })
    const shared = shareWork(work, () => {
      if (asking.get(pathAndQuery) === shared) asking.delete(pathAndQuery)
    })
    asking.set(pathAndQuery, shared)
    return shared
  }
  const find: FindFree = async (pathAndQuery, viewer) => {
    // What is known or under way costs nothing, so it needs no admission.
    const known = cache.get(pathAndQuery)
    if (known !== undefined) return known
    if (!asking.has(pathAndQuery)) {
      const refusal = viewer === undefined ? null : await shares.take(viewer.address)
      if (refusal !== null) return { kind: 'withheld', refusal }
    }
    const signal = viewer?.signal()
    throwIfGone(signal)
    const shared = asking.get(pathAndQuery) ?? begin(pathAndQuery, viewer)
    return shared.wait(signal)
  }
  return { find, forget: () => cache.clear() }
}

function statedLimit({ headers }: RawAnswer): number | null {
  const raw = headers[HEADERS.rateLimit.toLowerCase()] ?? ''
  return /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : null
}
