import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A little less than the ten minutes for which services remember a key. */
const KEPT_MS = 9 * 60_000
const MOST = 1_000

/** Keys of metered calls. A service that knows them counts a call once, however often it is sent with one key. */
export interface CallKeys {
  /** The key for a call: that of the last attempt if it broke off, else a new one. */
  take(target: string): string
  /** Remembers the key of a call that broke off and may have been counted. */
  keep(target: string, key: string): void
}

export function createCallKeys(): CallKeys {
  const broken = new LRUCache<string, string>({ max: MOST, ttl: KEPT_MS })
  return {
    take(target) {
      const key = broken.get(target)
      // Two calls at once have a key each.
      broken.delete(target)
      return key ?? randomUUID()
    },
    keep: (target, key) => void broken.set(target, key),
  }
}
