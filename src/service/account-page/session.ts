import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Account } from '../accounts/account-row.ts'
import { hashOfSecret } from '../accounts/account-store.ts'
import { SESSION_HOURS } from '../accounts/sign-in.ts'
import type { ServiceDeps } from '../requests/service-env.ts'
import { ACCOUNT_PATH } from './paths.ts'

const COOKIE = 'squaremetre_account'
/**
 * Over https, the name begins with `__Host-`: browsers then take the cookie from this host alone. Another host of the domain
 * could otherwise replace a reader's session by one of another account. Where there is none, one without the prefix counts,
 * as over http.
 */
const OF_THIS_HOST = 'host'

/** A browser that is signed in. */
export interface Session {
  readonly account: Account
  /** Its forms must send this back, so no other page can submit them. It is useless anywhere else. */
  readonly formToken: string
}

/** The session of a request, looked up each time; null when there is no valid one. */
export async function sessionOf(c: Context, { accounts, clock }: ServiceDeps): Promise<Session | null> {
  const secret = secretOf(c)
  if (secret === undefined) return null
  const account = await accounts.accountOfSession(hashOfSecret(secret), clock().toISOString())
  return account && { account, formToken: formTokenOf(secret) }
}

/** Whether a form was created for this session. */
export function isFormOf({ formToken }: Session, sent: string): boolean {
  const [expected, given] = [Buffer.from(formToken), Buffer.from(sent)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export function keepSession(c: Context, secret: string): void {
  // The browser's own Origin has the right scheme behind any proxy; over http it would drop a secure cookie.
  const isSecure = c.req.header('origin')?.startsWith('https:') ?? false
  setCookie(c, COOKIE, secret, {
    ...(isSecure ? { prefix: OF_THIS_HOST } : { path: ACCOUNT_PATH }),
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: SESSION_HOURS * 3_600,
  })
}

export async function endSession(c: Context, { accounts }: ServiceDeps): Promise<void> {
  const secret = secretOf(c)
  if (secret !== undefined) await accounts.deleteSession(hashOfSecret(secret))
  dropCookies(c)
}

/** Ends all sessions of the account, this one included. */
export async function endAllSessions(c: Context, { accounts }: ServiceDeps, { account }: Session): Promise<void> {
  await accounts.deleteSessionsOf(account.id)
  dropCookies(c)
}

function secretOf(c: Context): string | undefined {
  return getCookie(c, COOKIE, OF_THIS_HOST) ?? getCookie(c, COOKIE)
}

function dropCookies(c: Context): void {
  deleteCookie(c, COOKIE, { path: ACCOUNT_PATH })
  deleteCookie(c, COOKIE, { prefix: OF_THIS_HOST })
}

function formTokenOf(secret: string): string {
  return hashOfSecret(`form of ${secret}`)
}
