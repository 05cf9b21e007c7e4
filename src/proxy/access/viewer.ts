import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { clientReader } from '../../server/http/client-address.ts'
import type { Viewer } from '../spending/spending-rules.ts'

const SESSION = 'squaremetre_session'
/** 16 random bytes in base64url. */
const SESSION_FORM = /^[A-Za-z0-9_-]{22}$/

export type ViewerReader = (c: Context) => Viewer

/** Returns a function that reads the address by which requests are counted. */
export function addressReader(read: ReturnType<typeof clientReader>): (incoming: IncomingMessage) => string {
  return (incoming) => read(incoming).address
}

/**
 * Reads who a purchase is for. When sessions are counted, a browser without a session gets one by cookie. Requests
 * without a session count by address only: a browser's first, and all of a browser that drops its cookies.
 */
export function viewerReader(read: ReturnType<typeof clientReader>, hasSessions: boolean): ViewerReader {
  return (c) => {
    const { address, scheme } = read((c.env as HttpBindings).incoming)
    const viewer = { address: address, session: null }
    if (!hasSessions) return viewer
    const session = getCookie(c, SESSION)
    if (session !== undefined && SESSION_FORM.test(session)) return { ...viewer, session }
    const secure = scheme === 'https'
    setCookie(c, SESSION, randomBytes(16).toString('base64url'), {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api',
      secure,
    })
    return viewer
  }
}
