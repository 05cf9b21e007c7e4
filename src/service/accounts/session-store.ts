import { z } from 'zod'
import { namedStatements } from '../../server/storage/named-statements.ts'
import type { MaybeLater } from '../metering/spent-store.ts'
import type { Account } from './account-row.ts'
import statementsSql from './session-statements.sql?raw'

/** For SQLite and Postgres. */
export const SESSION_STATEMENTS = namedStatements('accounts/session-statements.sql', statementsSql, [
  'insertLink',
  'forgetLinks',
  'insertSession',
  'deleteSession',
  'deleteSessionsOf',
  'deleteOpenLinksOf',
  'forgetSessions',
])

const link = z.object({ account: z.string(), expires_at: z.string(), used_at: z.string().nullable() })
/** A sign-in link as stored; `account` is the account's name. */
export type SignInLink = z.infer<typeof link>
export const linkOrNone = link.nullish()

/** The row of a link that was used up. */
export const ofAccount = z.object({ account: z.int() }).nullish()

/** A secret, by its hash, that is valid until an instant (ISO 8601, UTC). */
export interface Grant {
  readonly sha256: string
  readonly expires_at: string
}

/** Sessions of account pages, and the links that sign in. Instants are ISO 8601, UTC. */
export interface SessionStore {
  insertLink(link: Grant & { readonly account: number }): MaybeLater<void>
  /** Null when the link is unknown or was removed after expiry. */
  linkOf(sha256: string): MaybeLater<SignInLink | null>
  /** Uses a link up and begins a session of its account; false when the link is used, expired or unknown. */
  signIn(link: string, session: Grant, now: string): MaybeLater<boolean>
  /** The account of a session; null when the session does not exist or has expired. */
  accountOfSession(sha256: string, now: string): MaybeLater<Account | null>
  deleteSession(sha256: string): MaybeLater<void>
  /** Ends all sessions of an account, and invalidates its unused links. */
  deleteSessionsOf(account: number): MaybeLater<void>
  /** Removes links and sessions that expired before an instant. */
  forgetExpired(before: string): MaybeLater<void>
}
