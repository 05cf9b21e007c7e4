import type { IncomingMessage } from 'node:http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
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
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE })
  return async (incoming, requests = 1) => {
    // The largest request must stay possible once a minute; one request has been counted for it already.
    const wait =
      requests === 0 ? null : await take(limiter, addressOf(incoming), Math.min(requests, Math.max(1, perMinute - 1)))
    return wait === null ? null : tooMany(wait, `An address may send at most ${perMinute} of these requests a minute`)
  }
}

/** Counts requests under the key. Returns null when it is accepted, else the seconds until the next one may be. */
export async function take(limiter: RateLimiterMemory, key: string, requests = 1): Promise<number | null> {
  try {
    await limiter.consume(key, requests)
    return null
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
  }
}

export function tooMany(seconds: number, what: string): Objection {
  const message = `${what}; try again in ${seconds} s.`
  return { status: 429, error: 'rate_limited', message, headers: { 'Retry-After': String(seconds) } }
}
