/** What is left of this minute. */
export interface RateState {
  readonly admitted: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the minute rolls, at least 1. */
  readonly retry_after_s: number
}

/** Counts requests a minute, by key; refused ones are not counted. */
export interface RateLimiter {
  take(key: string, limit: number): RateState
}

const MINUTE_MS = 60_000

/** Counts within each minute of the clock (milliseconds), in memory. */
export function createRateLimiter(clock: () => number): RateLimiter {
  let minute = Number.NaN
  const taken = new Map<string, number>()
  return {
    take(key, limit) {
      const ms = clock()
      const thisMinute = Math.floor(ms / MINUTE_MS)
      if (thisMinute !== minute) taken.clear()
      minute = thisMinute
      const before = taken.get(key) ?? 0
      const admitted = before < limit
      if (admitted) taken.set(key, before + 1)
      const retry_after_s = Math.max(1, Math.ceil(((thisMinute + 1) * MINUTE_MS - ms) / 1000))
      return { admitted, limit, remaining: Math.max(0, limit - before - 1), retry_after_s }
    },
  }
}
