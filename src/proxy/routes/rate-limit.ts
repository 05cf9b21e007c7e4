import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from './answers.ts'

// Seconds.
const MINUTE = 60

/** Lets an address send so many requests a minute; null lets it send all. */
export function limitRequests(perMinute: number | null, addressOf: (c: Context) => string): MiddlewareHandler {
  if (perMinute === null) return (_, next) => next()
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE })
  return async (c, next) => {
    const wait = await take(limiter, addressOf(c))
    return wait === null ? next() : tooMany(c, wait, `An address may send ${perMinute} such requests a minute`)
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

export function tooMany(c: Context, seconds: number, what: string): Response {
  c.header('Retry-After', String(seconds))
  return refuse(c, 429, 'rate_limited', `${what}; try again in ${seconds} s.`)
}
