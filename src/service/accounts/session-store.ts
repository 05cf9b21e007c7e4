import { z } from 'zod'
import { namedStatements } from '../../server/named-statements.ts'
import { type SqliteDatabase, writeAlone } from '../storage/sqlite.ts'
import { type Account, account } from './account-row.ts'
import linkByHashSql from './link-by-hash.sql?raw'
import spendLinkSql from './link-use.sql?raw'
import sessionByHashSql from './session-by-hash.sql?raw'
import statementsSql from './session-statements.sql?raw'

const STATEMENTS = namedStatements('accounts/session-statements.sql', statementsSql, [
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

const ofAccount = z.object({ account: z.int() })

/** A secret, by its hash, that is valid for an account until an instant (ISO 8601, UTC). */
interface Grant {
  readonly sha256: string
  readonly account: number
  readonly expires_at: string
}

/** Sessions of account pages, and the links that sign in. Instants are ISO 8601, UTC. */
export interface SessionStore {
  insertLink(grant: Grant): void
  /** Null when the link is unknown or was removed after expiry. */
  linkOf(sha256: string): SignInLink | null
  /** Uses a link up and returns its account's id; null when it is used, expired or unknown. */
  spendLink(sha256: string, now: string): number | null
  insertSession(grant: Grant): void
  /** The account of a session; null when the session does not exist or has expired. */
  accountOfSession(sha256: string, now: string): Account | null
  deleteSession(sha256: string): void
  /** Ends all sessions of an account, and makes links useless that nobody has used yet. */
  deleteSessionsOf(account: number): void
  /** Removes links and sessions that expired before an instant. */
  forgetExpired(before: string): void
}

export function sessionStoreOf(database: SqliteDatabase): SessionStore {
  const prepare = (sql: string) => database.prepare<Record<string, unknown>>(sql)
  const write = (sql: string, values: object) => void writeAlone(database, () => prepare(sql).run({ ...values }))
  const spend = (values: { sha256: string; now: string }) =>
    writeAlone(database, () => ofAccount.nullish().parse(prepare(spendLinkSql).get(values)))
  return {
    insertLink: (grant) => write(STATEMENTS.insertLink, grant),
    linkOf: (sha256) => link.nullish().parse(prepare(linkByHashSql).get({ sha256 })) ?? null,
    spendLink: (sha256, now) => spend({ sha256, now })?.account ?? null,
    insertSession: (grant) => write(STATEMENTS.insertSession, grant),
    accountOfSession: (sha256, now) => account.nullish().parse(prepare(sessionByHashSql).get({ sha256, now })) ?? null,
    deleteSession: (sha256) => write(STATEMENTS.deleteSession, { sha256 }),
    deleteSessionsOf: (of) =>
      writeAlone(database, () => {
        for (const sql of [STATEMENTS.deleteSessionsOf, STATEMENTS.deleteOpenLinksOf]) prepare(sql).run({ account: of })
      }),
    forgetExpired: (before) => {
      for (const sql of [STATEMENTS.forgetLinks, STATEMENTS.forgetSessions]) write(sql, { before })
    },
  }
}
