import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Refusal } from '../../../contract/proxy-api.ts'
import { siteOf } from '../../../server/http/counted-address.ts'
import { ownRefusal } from '../connection/refusals.ts'

// Seconds.
const MINUTE = 60
/**
 * Most of the service's minute that one address, or an IPv6 /48 network, may use; the rest is kept for others. Some subscribers
 * have a whole such network, and two of its addresses would use up everything.
 */
const LARGEST_SHARE = 0.5

/** Keeps each address to its share of the requests that the service allows at its free endpoints. */
export interface FreeShares {
  /** Call with the requests a minute that the service allows for everybody together. */
  learn(perMinute: number): void
  /** Counts a request that is about to be sent for an address; returns why it must not be, or null. */
  readonly take: TakeFreeRequest
  /** Returns a counter for requests that also have a smaller allowance of their own: `perMinute` for everybody together. */
  within(perMinute: number): TakeFreeRequest
}

type TakeFreeRequest = (address: string) => Promise<Refusal | null>

/** Leaves everything to everybody. */
export const WITHOUT_SHARES: FreeShares = { learn: () => {}, take: async () => null, within: () => async () => null }

export function createFreeShares(): FreeShares {
  // Only counts: the limit is the service's, and may change.
  const counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: MINUTE })
  let most = Number.POSITIVE_INFINITY
  const take: TakeFreeRequest = async (address) => {
    const { consumedPoints, msBeforeNext } = await counts.consume(siteOf(address) ?? address)
    if (consumedPoints <= most) return null
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
    const message = `This address has used its share of the statistics service's free requests; try again in ${seconds} s.`
    return { ...ownRefusal('rate_limited', message), retry_after_s: seconds }
  }
  return {
    learn: (perMinute) => {
      most = Math.max(1, perMinute * LARGEST_SHARE)
    },
    take,
    within: (perMinute) => {
      const own = createFreeShares()
      own.learn(perMinute)
      return async (address) => (await own.take(address)) ?? take(address)
    },
  }
}
