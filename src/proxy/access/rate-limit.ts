import type { IncomingMessage } from 'node:http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Guard, Objection } from './answers.ts'

// Seconds.
const MINUTE = 60

/** Has something against more requests of an address than so many a minute; null lets it send all. */
export function limitRequests(perMinute: number | null, addressOf: (incoming: IncomingMessage) => string): Guard {
  if (perMinute === null) return () => null
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE })
  return async (incoming) => {
    const wait = await take(limiter, addressOf(incoming))
    return wait === null ? null : tooMany(wait, `An address may send ${perMinute} such requests a minute`)
  }
}

/** Counts one under the key; seconds until more are taken, or null when this one is. */
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
