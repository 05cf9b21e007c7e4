import { LRUCache } from 'lru-cache'
import type { Withheld } from './asking.ts'
import type { Fetched } from './service-connection.ts'
import type { Upstream } from './upstream.ts'

const MOST = 500
// Milliseconds.
const FRESH = 60_000

/** Returns the answer to a GET of a path below the service's base. */
export type FindFree = (pathAndQuery: string) => Promise<Fetched | Withheld>

/** Caches free answers as the service sent them, for a minute each; refusals and errors are not cached. */
export function createFreeAnswers(upstream: Upstream): FindFree {
  const cache = new LRUCache<string, Promise<Fetched | Withheld>>({ max: MOST, ttl: FRESH })
  return (pathAndQuery) => {
    const kept = cache.get(pathAndQuery)
    if (kept !== undefined) return kept
    const asked = upstream.pass(pathAndQuery)
    cache.set(pathAndQuery, asked)
    void asked.then((fetched) => {
      if (fetched.kind !== 'answer' || fetched.answer.status !== 200) cache.delete(pathAndQuery)
    })
    return asked
  }
}
