import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Free requests a minute for all readers together, so that nobody can use up the service's limit through this proxy. */
const PER_MINUTE = 240

/** Counts a free request; returns false when there were too many. */
export type TakeFree = () => Promise<boolean>

export function createFreeAllowance(): TakeFree {
  const limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 })
  return async () => {
    try {
      await limiter.consume('free')
      return true
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false
      throw refused
    }
  }
}
