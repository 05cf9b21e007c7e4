import { createHash } from 'node:crypto'
import { z } from 'zod'
import { namedStatements } from '../../server/storage/named-statements.ts'
import type { MaybeLater, SpentStore } from '../metering/spent-store.ts'
import { type Account, accountStatus } from './account-row.ts'
import statementsSql from './account-statements.sql?raw'
import type { SessionStore } from './session-store.ts'

/** For SQLite and Postgres. */
export const ACCOUNT_STATEMENTS = namedStatements('accounts/account-statements.sql', statementsSql, [
  'insertAccount',
  'accountNamed',
  'listAccounts',
  'plansInUse',
  'setStatus',
  'setPlan',
  'lastToken',
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
export const tokenRecords = z.array(tokenRecord)
export type TokenRecord = z.infer<typeof tokenRecord>

/** A token to be stored. */
export interface NewToken {
  readonly account: number
  readonly prefix: string
  readonly kind: TokenKind
  readonly sha256: string
  readonly created_at: string
}

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
export const callerOrNone = caller.nullish()

const plans = z.array(z.object({ plan: z.string() }))
const lastIds = z.tuple([z.object({ id: z.int() })])

/** Reads rows of the statement `plansInUse`. */
export const plansOf = (rows: unknown): string[] => plans.parse(rows).map(({ plan }) => plan)
/** Reads the row of the statement `lastToken`. */
export const lastIdOf = (rows: unknown): number => lastIds.parse(rows)[0].id

/**
 * Accounts, tokens, sessions, and what was spent: in a file, or in a Postgres. Functions throw what the store reports; an
 * account's changes last even when the power fails.
 */
export interface AccountStore extends SpentStore, SessionStore {
  /** False when the name is taken. */
  insertAccount(account: Pick<Account, 'name' | 'plan' | 'anchor_day' | 'created_at'>): MaybeLater<boolean>
  accountNamed(name: string): MaybeLater<Account | null>
  listAccounts(): MaybeLater<Account[]>
  /** The plans that accounts are on. */
  plansInUse(): MaybeLater<string[]>
  setStatus(name: string, status: Account['status']): MaybeLater<void>
  setPlan(name: string, plan: string): MaybeLater<void>
  /** With `after`, only while that is the account's newest token (0: none); else nothing is stored, and false returned. */
  insertToken(token: NewToken, after?: number): MaybeLater<boolean>
  /** The tokens of one account, by its id, or of all accounts. */
  listTokens(account?: number): MaybeLater<TokenRecord[]>
  revokeToken(id: number, revokedAt: string): MaybeLater<void>
  /** Records the last day on which a token was used. */
  noteUse(token: number, day: string): MaybeLater<void>
  /** The caller with this plaintext token; null when it is unknown or revoked. */
  callerOf(plaintext: string): MaybeLater<Caller | null>
  close(): MaybeLater<void>
}

/** The accounts of a running service. */
export interface ServedAccounts extends AccountStore {
  /** True while the store cannot be reached and only tokens that were verified before are known. */
  isDegraded(): boolean
}

/** The hash under which a secret is stored. Secrets are random, so a fast hash is enough. */
export function hashOfSecret(plaintext: string): string {
  return createHash('sha256').update(plaintext).digest('hex')
}
