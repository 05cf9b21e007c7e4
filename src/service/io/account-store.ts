import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { QuotaGroup } from '../../contract/limits.ts'
import accountByNameSql from '../sql/account-by-name.sql?raw'
import insertAccountSql from '../sql/account-insert.sql?raw'
import listAccountsSql from '../sql/account-list.sql?raw'
import setStatusSql from '../sql/account-set-status.sql?raw'
import schemaSql from '../sql/accounts.sql?raw'
import chargeSql from '../sql/spent-charge.sql?raw'
import refundSql from '../sql/spent-refund.sql?raw'
import usedSql from '../sql/spent-used.sql?raw'
import tokenByHashSql from '../sql/token-by-hash.sql?raw'
import insertTokenSql from '../sql/token-insert.sql?raw'
import listTokensSql from '../sql/token-list.sql?raw'
import revokeTokenSql from '../sql/token-revoke.sql?raw'
import { openForWriting } from './sqlite.ts'

const status = z.enum(['active', 'lapsed'])
const tokenKind = z.enum(['rw', 'ro'])
export type TokenKind = z.infer<typeof tokenKind>

/** An account as it is stored; `anchor_day` is the day on which a cycle begins, null when it is not anchored. */
const account = z.object({
  id: z.int(),
  name: z.string(),
  plan: z.string(),
  status,
  anchor_day: z.int().nullable(),
  created_at: z.string(),
})
export type Account = z.infer<typeof account>

/** A token as it is listed: never its plaintext, nor its hash. */
const tokenRecord = z.object({
  id: z.int(),
  prefix: z.string(),
  kind: tokenKind,
  account: z.string(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
})
export type TokenRecord = z.infer<typeof tokenRecord>

/** Whose token it is. */
const caller = z.object({
  account_id: z.int(),
  account: z.string(),
  plan: z.string(),
  status,
  anchor_day: z.int().nullable(),
  prefix: z.string(),
  kind: tokenKind,
})
export type Caller = z.infer<typeof caller>

const total = z.object({ used: z.int() })

/** What is counted against an allowance. */
export interface Balance {
  readonly account: number
  readonly quota_group: QuotaGroup
  readonly cycle: string
}

/** The one door to accounts.sqlite; calls are synchronous and throw what SQLite throws. */
export interface AccountStore {
  insertAccount(account: Pick<Account, 'name' | 'plan' | 'anchor_day' | 'created_at'>): void
  accountNamed(name: string): Account | null
  listAccounts(): Account[]
  setStatus(name: string, status: Account['status']): void
  insertToken(token: { account: number; prefix: string; kind: TokenKind; sha256: string; created_at: string }): void
  listTokens(): TokenRecord[]
  revokeToken(id: number, revokedAt: string): void
  /** Who holds this plaintext; null when it is unknown or revoked. */
  callerOf(plaintext: string): Caller | null
  /** Counts one request and answers the new total; null when the allowance is spent. */
  charge(balance: Balance, allowance: number): number | null
  /** Takes back one request that could not be answered. */
  refund(balance: Balance): void
  used(balance: Balance): number
  close(): void
}

/** A token's hash as it is stored. */
export function tokenHash(plaintext: string): string {
  return createHash('sha256').update(plaintext).digest('hex')
}

/**
 * Opens DATA_DIR/service/accounts.sqlite, made when absent. A service that serves passes `serving`: it does not wait
 * for the disk at each count (a power cut may forget the last of them, a crash or kill does not), nor long for a lock.
 */
export function openAccountStore(dataDir: string, use: 'serving' | 'administering'): AccountStore {
  const folder = join(dataDir, 'service')
  mkdirSync(folder, { recursive: true })
  const serving = use === 'serving'
  const database = openForWriting(join(folder, 'accounts.sqlite'), { durable: !serving, busyMs: serving ? 250 : 5_000 })
  database.exec(schemaSql)
  const prepare = (sql: string) => database.prepare<Record<string, unknown>>(sql)
  const byHash = prepare(tokenByHashSql)
  const charge = prepare(chargeSql)
  const used = prepare(usedSql)
  return {
    insertAccount: (row) => void prepare(insertAccountSql).run(row),
    accountNamed: (name) => account.nullish().parse(prepare(accountByNameSql).get({ name })) ?? null,
    listAccounts: () => z.array(account).parse(prepare(listAccountsSql).all({})),
    setStatus: (name, value) => void prepare(setStatusSql).run({ name, status: value }),
    insertToken: (row) => void prepare(insertTokenSql).run(row),
    listTokens: () => z.array(tokenRecord).parse(prepare(listTokensSql).all({})),
    revokeToken: (id, revokedAt) => void prepare(revokeTokenSql).run({ id, revoked_at: revokedAt }),
    callerOf: (plaintext) => caller.nullish().parse(byHash.get({ sha256: tokenHash(plaintext) })) ?? null,
    charge: (balance, allowance) => total.nullish().parse(charge.get({ ...balance, allowance }))?.used ?? null,
    refund: (balance) => void prepare(refundSql).run({ ...balance }),
    used: (balance) => total.nullish().parse(used.get({ ...balance }))?.used ?? 0,
    close: () => void database.close(),
  }
}

/** Opens the store for one piece of administration and closes it again. */
export function withAccountStore<T>(dataDir: string, use: (store: AccountStore) => T): T {
  const store = openAccountStore(dataDir, 'administering')
  try {
    return use(store)
  } finally {
    store.close()
  }
}
