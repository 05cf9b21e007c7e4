import type { IncomingMessage } from 'node:http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Guard, Objection } from './answers.ts'

// Seconds.
const MINUTE = 60

/** Objects when an address sends more than `perMinute` requests a minute; null sets no limit. */
export function limitRequests(perMinute: number | null, addressOf: (incoming: IncomingMessage) => string): Guard {
  if (perMinute === null) return () => null
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE })
  return async (incoming) => {
    const wait = await take(limiter, addressOf(incoming))
    return wait === null ? null : tooMany(wait, `An address may send at most ${perMinute} of these requests a minute`)
  }
}

/** Counts one request under the key. Returns null when it is accepted, else the seconds until the next one may be. */
export async function take(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key)
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
