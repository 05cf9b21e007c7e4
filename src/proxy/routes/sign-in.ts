import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { compileTrust } from '../../server/client-address.ts'
import { refuse } from './answers.ts'
import { take, tooMany } from './rate-limit.ts'

/** Who is let in: everybody, whoever knows a password, or whom a trusted reverse proxy names in a header. */
export type SignIn =
  | { readonly kind: 'nobody asked' }
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'header'; readonly name: string }

const WRONG_PER_MINUTE = 10

/** Lets in whom the setting says; everything that follows is then for one person, and for no cache that others share. */
export function requireSignIn(
  signIn: SignIn,
  { trusted, addressOf }: { trusted: readonly string[]; addressOf: (c: Context) => string },
): MiddlewareHandler {
  if (signIn.kind === 'nobody asked') return (_, next) => next()
  const refusal =
    signIn.kind === 'password' ? passwordCheck(signIn.password, addressOf) : headerCheck(signIn.name, trusted)
  return async (c, next) => {
    const refused = await refusal(c)
    if (refused !== null) return refused
    await next()
    const caching = c.res.headers.get('Cache-Control')
    if (caching?.startsWith('public')) c.res.headers.set('Cache-Control', caching.replace('public', 'private'))
    return undefined
  }
}

type Check = (c: Context) => Promise<Response | null>

function passwordCheck(password: string, addressOf: (c: Context) => string): Check {
  const wrong = new RateLimiterMemory({ points: WRONG_PER_MINUTE, duration: 60 })
  const expected = digest(password)
  return async (c) => {
    const given = auth(c.req.raw)
    if (given !== undefined) {
      const address = addressOf(c)
      const state = await wrong.get(address)
      // Not even a right guess is told from a wrong one any more.
      if (state !== null && state.remainingPoints <= 0) {
        return tooMany(c, Math.ceil(state.msBeforeNext / 1_000), 'Too many wrong passwords')
      }
      if (timingSafeEqual(digest(given.password), expected)) return null
      await take(wrong, address)
    }
    c.header('WWW-Authenticate', 'Basic realm="Squaremetre", charset="UTF-8"')
    return refuse(c, 401, 'sign_in_needed', 'This map is for those who know its password; any user name will do.')
  }
}

function headerCheck(name: string, trusted: readonly string[]): Check {
  const trust = compileTrust(trusted)
  return async (c) => {
    const { remoteAddress } = (c.env as HttpBindings).incoming.socket
    const isNamed = (c.req.header(name) ?? '').trim() !== ''
    if (remoteAddress !== undefined && trust(remoteAddress, 0) && isNamed) return null
    return refuse(c, 401, 'sign_in_needed', 'This map is for those who have signed in where it is reached.')
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
