import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Milliseconds: a little less than the ten minutes for which services remember a key. */
export const CALL_KEY_KEPT = 9 * 60_000
const MOST = 1_000

/** Keys of metered calls. A service that knows them counts a call once, however often it is sent with one key. */
export interface CallKeys {
  /** Returns the key for a call: that of the last attempt if it broke off, else a new one. */
  take(target: string): Promise<string>
  /** Call once a call was answered; `isPaid` means that the answer has figures, which are not written yet. */
  end(target: string, isPaid: boolean): Promise<void>
}

/** Keys that this process alone knows. */
export function createCallKeys(): CallKeys {
  const known = new LRUCache<string, string>({ max: MOST, ttl: CALL_KEY_KEPT })
  return {
    take: async (target) => {
      const key = known.get(target) ?? randomUUID()
      if (!known.has(target)) known.set(target, key)
      return key
    },
    end: async (target) => void known.delete(target),
  }
}
