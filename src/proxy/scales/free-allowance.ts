import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { FreeShares } from '../upstream/free/free-shares.ts'

/** Free requests a minute for all readers together, so that nobody can use up the service's limit through this proxy. */
const PER_MINUTE = 240

/** Counts a free request; returns false when there were too many. */
export type TakeFree = () => Promise<boolean>

/**
 * Returns what counts the requests of an address. They count towards its share of what the service allows, and it gets at
 * most half of these, too: without classes, others would see their maps in other colours.
 */
export function createFreeAllowance(shares: Pick<FreeShares, 'within'>): (address: string) => TakeFree {
  const limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 })
  const takeShare = shares.within(PER_MINUTE)
  return (address) => async () => {
    if ((await takeShare(address)) !== null) return false
    try {
      await limiter.consume('free')
      return true
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false
      throw refused
    }
  }
}
