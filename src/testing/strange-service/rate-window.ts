/** Requests per minute of one group. */
export interface RateWindow {
  /** Takes one request; returns how many are left, or the milliseconds until the next may be made. */
  take(limit: number, windowMs: number): { remaining: number; waitMs: number | null }
}

/** Counts from the first request of each window. */
export function createRateWindow(): RateWindow {
  let startedAt = Number.NEGATIVE_INFINITY
  let taken = 0
  return {
    take: (limit, windowMs) => {
      const now = performance.now()
      if (now - startedAt >= windowMs) [startedAt, taken] = [now, 0]
      if (taken >= limit) return { remaining: 0, waitMs: startedAt + windowMs - now }
      return { remaining: limit - ++taken, waitMs: null }
    },
  }
}
