/** The state of a key's rate in this minute. */
export interface RateState {
  readonly admitted: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the next minute, at least 1. */
  readonly retry_after_s: number
}

/** Counts requests per minute and key; refused requests do not count. */
export interface RateLimiter {
  take(key: string, limit: number): RateState
  /** True while the counts are this process's own, not shared with restarts and other services. */
  degraded(): boolean
}

/** The counts of requests per minute; minutes are numbered from 1970. */
export interface MinuteCounts {
  /** Counts one request and returns the new count; null when `limit` is reached. */
  take(minute: number, key: string, limit: number): number | null
  degraded(): boolean
}

/** Counts requests of accounts; the counts may be elsewhere. */
export interface CallerLimiter {
  take(key: string, limit: number): RateState | Promise<RateState>
  degraded(): boolean
}

export const MINUTE_MS = 60_000

/** Limits within each minute of the clock (milliseconds). */
export function createRateLimiter(clock: () => number, counts: MinuteCounts): RateLimiter {
  return {
    take(key, limit) {
      const ms = clock()
      const minute = Math.floor(ms / MINUTE_MS)
      return rateStateOf(ms, limit, counts.take(minute, key, limit))
    },
    degraded: () => counts.degraded(),
  }
}

/** The state at an instant (milliseconds) after a request was counted; `taken` is null when it was refused. */
export function rateStateOf(ms: number, limit: number, taken: number | null): RateState {
  const minute = Math.floor(ms / MINUTE_MS)
  const retry_after_s = Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - ms) / 1000))
  return { admitted: taken !== null, limit, remaining: taken === null ? 0 : limit - taken, retry_after_s }
}

/** Counts in the memory of this process. */
export function createMemoryCounts(): Pick<MinuteCounts, 'take'> {
  let counted = Number.NaN
  const taken = new Map<string, number>()
  return {
    take(minute, key, limit) {
      if (minute !== counted) taken.clear()
      counted = minute
      const count = (taken.get(key) ?? 0) + 1
      if (count > limit) return null
      taken.set(key, count)
      return count
    },
  }
}
