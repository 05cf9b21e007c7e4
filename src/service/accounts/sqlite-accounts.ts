import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { type SqliteSpent, sqliteSpent } from '../metering/sqlite-spent.ts'
import {
  closeWritten,
  LOCK_WAIT_MS,
  openAsItIs,
  openPrivate,
  type SqliteDatabase,
  type Tables,
  writeAlone,
} from '../storage/sqlite.ts'
import { account } from './account-row.ts'
import {
  ACCOUNT_STATEMENTS as ACCOUNTS,
  type AccountStore,
  type Caller,
  callerOrNone,
  hashOfSecret,
  lastIdOf,
  plansOf,
  tokenRecords,
} from './account-store.ts'
import schema from './accounts.sql?raw'
import linkByHashSql from './link-by-hash.sql?raw'
import spendLinkSql from './link-use.sql?raw'
import sessionByHashSql from './session-by-hash.sql?raw'
import { linkOrNone, ofAccount, SESSION_STATEMENTS as SESSIONS, type SessionStore } from './session-store.ts'
import tokenByHashSql from './token-by-hash.sql?raw'
import listTokensSql from './token-list.sql?raw'

/** The account store in a file, which returns values at once rather than promises. */
export interface SqliteAccounts extends Omit<AccountStore, keyof SqliteSpent>, SqliteSpent {
  noteUse(token: number, day: string): void
  callerOf(plaintext: string): Caller | null
  /** True on a full disk, where nothing can be written. */
  readonly isStandIn: boolean
  /** Sets how long a call waits for another process's lock before it throws, in ms. */
  waitForLocks(ms: number): void
  close(): void
}

export const ACCOUNT_TABLES: Tables = { of: 'accounts', first: ['account', 'token'], form: 0, schema }

/** Where accounts, tokens and usage are. */
export function accountsFile(dataDir: string): string {
  return join(dataDir, 'service', 'accounts.sqlite')
}

/**
 * Opens DATA_DIR/service/accounts.sqlite, creating it if needed. A running service passes `serving`: it does not wait
 * for the disk at each count (a power cut can lose the last ones, a crash or kill cannot), nor long for a lock; and it
 * also opens accounts on a full disk, which can then only be read.
 */
export function openSqliteAccounts(dataDir: string, use: 'serving' | 'administering'): SqliteAccounts {
  makeFolder(join(dataDir, 'service'))
  const serving = use === 'serving'
  const busyMs = serving ? LOCK_WAIT_MS : 5_000
  const { database, isStandIn } = (serving ? openToServe : openToChange)(accountsFile(dataDir), busyMs)
  const prepare = (sql: string) => database.prepare<Record<string, unknown>>(sql)
  const byHash = prepare(tokenByHashSql)
  const change = changesOf(database, serving)
  const write = (sql: string, values: object) => void change(() => prepare(sql).run({ ...values }))
  return {
    ...sqliteSpent(database),
    ...sessionsOf(database, change),
    insertAccount: (row) => change(() => prepare(ACCOUNTS.insertAccount).get({ ...row })) !== undefined,
    accountNamed: (name) => account.nullish().parse(prepare(ACCOUNTS.accountNamed).get({ name })) ?? null,
    listAccounts: () => z.array(account).parse(prepare(ACCOUNTS.listAccounts).all({})),
    plansInUse: () => plansOf(prepare(ACCOUNTS.plansInUse).all({})),
    setStatus: (name, value) => write(ACCOUNTS.setStatus, { name, status: value }),
    setPlan: (name, plan) => write(ACCOUNTS.setPlan, { name, plan }),
    insertToken: (row, after) =>
      change(() => {
        const last = lastIdOf(prepare(ACCOUNTS.lastToken).all({ account: row.account }))
        if (after !== undefined && after !== last) return false
        prepare(ACCOUNTS.insertToken).run({ ...row })
        return true
      }),
    listTokens: (of) => tokenRecords.parse(prepare(listTokensSql).all({ account: of ?? null })),
    revokeToken: (id, revokedAt) => write(ACCOUNTS.revokeToken, { id, revoked_at: revokedAt }),
    noteUse: (token, day) => writeAlone(database, () => void prepare(ACCOUNTS.noteUse).run({ token, day })),
    callerOf: (plaintext) => callerOrNone.parse(byHash.get({ sha256: hashOfSecret(plaintext) })) ?? null,
    waitForLocks: (ms) => void database.exec(`PRAGMA busy_timeout = ${Math.round(ms)}`),
    isStandIn,
    close: () => (serving && !isStandIn ? closeWritten(database) : void database.close()),
  }
}

interface Opened {
  readonly database: SqliteDatabase
  readonly isStandIn: boolean
}

function openToChange(file: string, busyMs: number): Opened {
  return { database: openPrivate(file, ACCOUNT_TABLES, { durable: true, busyMs }), isStandIn: false }
}

function openToServe(file: string, busyMs: number): Opened {
  try {
    return { database: openPrivate(file, ACCOUNT_TABLES, { durable: false, busyMs }), isStandIn: false }
  } catch (error) {
    return { database: openAsItIs(file, ACCOUNT_TABLES, error), isStandIn: true }
  }
}

/** Makes a change in one transaction and waits for the disk. */
type Change = <T>(make: () => T) => T

function changesOf(database: SqliteDatabase, serving: boolean): Change {
  if (!serving) return (make) => writeAlone(database, make)
  return (make) => {
    database.exec('PRAGMA synchronous = FULL')
    try {
      return writeAlone(database, make)
    } finally {
      database.exec('PRAGMA synchronous = NORMAL')
    }
  }
}

function sessionsOf(database: SqliteDatabase, change: Change): SessionStore {
  const prepare = (sql: string) => database.prepare<Record<string, unknown>>(sql)
  const write = (sql: string, values: object) => void change(() => prepare(sql).run({ ...values }))
  return {
    insertLink: (link) => write(SESSIONS.insertLink, link),
    linkOf: (sha256) => linkOrNone.parse(prepare(linkByHashSql).get({ sha256 })) ?? null,
    signIn: (link, session, now) =>
      change(() => {
        const of = ofAccount.parse(prepare(spendLinkSql).get({ sha256: link, now }))
        if (of) prepare(SESSIONS.insertSession).run({ ...session, ...of })
        return Boolean(of)
      }),
    accountOfSession: (sha256, now) => account.nullish().parse(prepare(sessionByHashSql).get({ sha256, now })) ?? null,
    deleteSession: (sha256) => write(SESSIONS.deleteSession, { sha256 }),
    deleteSessionsOf: (of) =>
      change(() => {
        for (const sql of [SESSIONS.deleteSessionsOf, SESSIONS.deleteOpenLinksOf]) prepare(sql).run({ account: of })
      }),
    forgetExpired: (before) => {
      for (const sql of [SESSIONS.forgetLinks, SESSIONS.forgetSessions]) write(sql, { before })
    },
  }
}
