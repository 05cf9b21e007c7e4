import type { IncomingMessage } from 'node:http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ADDRESSES_A_SITE, siteOf } from '../../server/http/counted-address.ts'
import type { Objection } from './answers.ts'

// Seconds.
const MINUTE = 60

/** Objects to a request that would make an address exceed its minute; `requests` is how many it counts as, 1 unless given. */
type CountRequests = (incoming: IncomingMessage, requests?: number) => Objection | null | Promise<Objection | null>

/** Objects when an address sends more than `perMinute` requests a minute; null sets no limit. */
export function limitRequests(
  perMinute: number | null,
  addressOf: (incoming: IncomingMessage) => string,
): CountRequests {
  if (perMinute === null) return () => null
  const counts = countByAddress(perMinute)
  return async (incoming, requests = 1) => {
    // The largest request must stay possible once a minute; one request has been counted for it already.
    const most = Math.min(requests, Math.max(1, perMinute - 1))
    const wait = requests === 0 ? null : await counts.take(addressOf(incoming), most)
    return wait === null ? null : tooMany(wait, `An address may send at most ${perMinute} of these requests a minute`)
  }
}

/** Counts what an address does in a minute. Both functions return the seconds until it may do more, null when it may now. */
interface AddressCounts {
  /** Counts so many more. */
  take(address: string, requests?: number): Promise<number | null>
  waitOf(address: string): Promise<number | null>
}

/** Counts up to `perMinute` for an address, and some times as much for its /48 network. */
export function countByAddress(perMinute: number): AddressCounts {
  const ofAddresses = new RateLimiterMemory({ keyPrefix: 'address', points: perMinute, duration: MINUTE })
  const ofSites = new RateLimiterMemory({ keyPrefix: 'site', points: ADDRESSES_A_SITE * perMinute, duration: MINUTE })
  const longest = async (address: string, waitIn: typeof waitOf) => {
    const site = siteOf(address)
    const waits = await Promise.all([waitIn(ofAddresses, address), site === null ? null : waitIn(ofSites, site)])
    return waits.reduce((one, other) => Math.max(one ?? 0, other ?? 0) || null)
  }
  return {
    take: (address, requests = 1) => longest(address, (limiter, key) => take(limiter, key, requests)),
    waitOf: (address) => longest(address, waitOf),
  }
}

async function take(limiter: RateLimiterMemory, key: string, requests: number): Promise<number | null> {
  try {
    await limiter.consume(key, requests)
    return null
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return secondsUntil(refused)
  }
}

async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  const state = await limiter.get(key)
  return state === null || state.remainingPoints > 0 ? null : secondsUntil(state)
}

function secondsUntil({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000))
}

export function tooMany(seconds: number, what: string): Objection {
  const message = `${what}; try again in ${seconds} s.`
  return { status: 429, error: 'rate_limited', message, headers: { 'Retry-After': String(seconds) } }
}
