import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { auth } from 'hono/utils/basic-auth'
import { compileTrust } from '../../server/http/client-address.ts'
import type { Guard } from './answers.ts'
import { countByAddress, tooMany } from './rate-limit.ts'

/** Who is let in: everybody, people with the password, or people whom a trusted reverse proxy names in a header. */
export type SignIn =
  | { readonly kind: 'nobody asked' }
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'header'; readonly name: string }

const WRONG_PER_MINUTE = 10

/** Objects to people who have not signed in. */
export function signInGuard(
  signIn: SignIn,
  { trusted, addressOf }: { trusted: readonly string[]; addressOf: (incoming: IncomingMessage) => string },
): Guard {
  switch (signIn.kind) {
    case 'nobody asked':
      return () => null
    case 'password':
      return passwordCheck(signIn.password, addressOf)
    case 'header':
      return headerCheck(signIn.name, trusted)
  }
}

/** Makes the responses to people who have signed in private: no shared cache may keep them. */
export function keepPrivate({ headers }: Response): void {
  const caching = headers.get('Cache-Control')
  if (caching?.startsWith('public')) headers.set('Cache-Control', caching.replace('public', 'private'))
}

function passwordCheck(password: string, addressOf: (incoming: IncomingMessage) => string): Guard {
  const wrong = countByAddress(WRONG_PER_MINUTE)
  const expected = digest(password)
  return async (incoming) => {
    const given = passwordOf(incoming)
    if (given !== undefined) {
      const address = addressOf(incoming)
      const isRight = timingSafeEqual(digest(given), expected)
      // Both count or read at once, before anything is awaited: if many guesses are sent together, those after the
      // limit are refused, right or wrong, so further guessing is useless.
      const wait = await (isRight ? wrong.waitOf(address) : wrong.take(address))
      if (wait !== null) return tooMany(wait, 'Too many wrong passwords')
      if (isRight) return null
    }
    return {
      status: 401,
      error: 'sign_in_needed',
      message: 'This map needs a password. Any user name works.',
      headers: { 'WWW-Authenticate': 'Basic realm="Squaremetre", charset="UTF-8"' },
    }
  }
}

function passwordOf({ headers }: IncomingMessage): string | undefined {
  return auth(new Request('http://proxy', { headers: { Authorization: headers.authorization ?? '' } }))?.password
}

function headerCheck(name: string, trusted: readonly string[]): Guard {
  const trust = compileTrust(trusted)
  const key = name.toLowerCase()
  return ({ socket: { remoteAddress }, headers }) => {
    const isNamed = [headers[key]].flat().join().trim() !== ''
    if (remoteAddress !== undefined && trust(remoteAddress, 0) && isNamed) return null
    return {
      status: 401,
      error: 'sign_in_needed',
      message: 'Sign in first, at the address where this map is published.',
    }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
