import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { namedStatements } from '../../server/named-statements.ts'
import { type SpentStore, spentStoreOf } from '../metering/spent-store.ts'
import { closeWritten, LOCK_WAIT_MS, openPrivate, writeAlone } from '../storage/sqlite.ts'
import { type Account, account, accountStatus } from './account-row.ts'
import statementsSql from './account-statements.sql?raw'
import schemaSql from './accounts.sql?raw'
import { type SessionStore, sessionStoreOf } from './session-store.ts'
import tokenByHashSql from './token-by-hash.sql?raw'
import listTokensSql from './token-list.sql?raw'

const STATEMENTS = namedStatements('accounts/account-statements.sql', statementsSql, [
  'insertAccount',
  'accountNamed',
  'listAccounts',
  'plansInUse',
  'setStatus',
  'setPlan',
  'insertToken',
  'revokeToken',
  'noteUse',
])

const tokenKind = z.enum(['rw', 'ro'])
export type TokenKind = z.infer<typeof tokenKind>

/** A token as listed, without plaintext or hash. `last_used_on` is a day, UTC. */
const tokenRecord = z.object({
  id: z.int(),
  prefix: z.string(),
  kind: tokenKind,
  account: z.string(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
  last_used_on: z.string().nullable(),
})
export type TokenRecord = z.infer<typeof tokenRecord>

const plansInUse = z.array(z.object({ plan: z.string() }))

/** A token and its account. */
const caller = z.object({
  account_id: z.int(),
  account: z.string(),
  plan: z.string(),
  status: accountStatus,
  anchor_day: z.int().nullable(),
  token_id: z.int(),
  prefix: z.string(),
  kind: tokenKind,
})
export type Caller = z.infer<typeof caller>
// Created once, because every request uses it.
const callerOrNone = caller.nullish()

/** The only access to accounts.sqlite; calls are synchronous and throw SQLite's errors. */
export interface AccountStore extends SpentStore, SessionStore {
  insertAccount(account: Pick<Account, 'name' | 'plan' | 'anchor_day' | 'created_at'>): void
  accountNamed(name: string): Account | null
  listAccounts(): Account[]
  /** The plans that accounts are on. */
  plansInUse(): string[]
  setStatus(name: string, status: Account['status']): void
  setPlan(name: string, plan: string): void
  insertToken(token: { account: number; prefix: string; kind: TokenKind; sha256: string; created_at: string }): void
  /** The tokens of one account, by its id, or of all accounts. */
  listTokens(account?: number): TokenRecord[]
  revokeToken(id: number, revokedAt: string): void
  /** Records the last day on which a token was used. */
  noteUse(token: number, day: string): void
  /** The caller with this plaintext token; null when it is unknown or revoked. */
  callerOf(plaintext: string): Caller | null
  /** Runs `write` and waits for the disk, so that even a power cut does not undo it. */
  durably<T>(write: () => T): T
  /** Sets how long a call waits for another process's lock before it throws, in ms. */
  waitForLocks(ms: number): void
  close(): void
}

/** The hash under which a secret is stored. Secrets are random, so a fast hash is enough. */
export function hashOfSecret(plaintext: string): string {
  return createHash('sha256').update(plaintext).digest('hex')
}

/** Where accounts, tokens and usage are. */
export function accountsFile(dataDir: string): string {
  return join(dataDir, 'service', 'accounts.sqlite')
}

/**
 * Opens DATA_DIR/service/accounts.sqlite, creating it if needed. A running service passes `serving`: it does not wait
 * for the disk at each count (a power cut can lose the last ones, a crash or kill cannot), nor long for a lock.
 */
export function openAccountStore(dataDir: string, use: 'serving' | 'administering'): AccountStore {
  mkdirSync(join(dataDir, 'service'), { recursive: true })
  const serving = use === 'serving'
  const busyMs = serving ? LOCK_WAIT_MS : 5_000
  const database = openPrivate(accountsFile(dataDir), { durable: !serving, busyMs })
  database.exec(schemaSql)
  const prepare = (sql: string) => database.prepare<Record<string, unknown>>(sql)
  const byHash = prepare(tokenByHashSql)
  const write = (sql: string, values: object) => void writeAlone(database, () => prepare(sql).run({ ...values }))
  return {
    ...spentStoreOf(database),
    ...sessionStoreOf(database),
    insertAccount: (row) => write(STATEMENTS.insertAccount, row),
    accountNamed: (name) => account.nullish().parse(prepare(STATEMENTS.accountNamed).get({ name })) ?? null,
    listAccounts: () => z.array(account).parse(prepare(STATEMENTS.listAccounts).all({})),
    plansInUse: () => plansInUse.parse(prepare(STATEMENTS.plansInUse).all({})).map(({ plan }) => plan),
    setStatus: (name, value) => write(STATEMENTS.setStatus, { name, status: value }),
    setPlan: (name, plan) => write(STATEMENTS.setPlan, { name, plan }),
    insertToken: (row) => write(STATEMENTS.insertToken, row),
    listTokens: (of) => z.array(tokenRecord).parse(prepare(listTokensSql).all({ account: of ?? null })),
    revokeToken: (id, revokedAt) => write(STATEMENTS.revokeToken, { id, revoked_at: revokedAt }),
    noteUse: (token, day) => write(STATEMENTS.noteUse, { token, day }),
    callerOf: (plaintext) => callerOrNone.parse(byHash.get({ sha256: hashOfSecret(plaintext) })) ?? null,
    durably(write) {
      database.exec('PRAGMA synchronous = FULL')
      try {
        return write()
      } finally {
        if (serving) database.exec('PRAGMA synchronous = NORMAL')
      }
    },
    waitForLocks: (ms) => void database.exec(`PRAGMA busy_timeout = ${Math.round(ms)}`),
    close: () => (serving ? closeWritten(database) : void database.close()),
  }
}

/** Opens the store for one administrative task and closes it again. */
export function withAccountStore<T>(dataDir: string, use: (store: AccountStore) => T): T {
  const store = openAccountStore(dataDir, 'administering')
  try {
    return use(store)
  } finally {
    store.close()
  }
}
