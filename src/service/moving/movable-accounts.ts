import { namedStatements } from '../../server/storage/named-statements.ts'
import statementsSql from './accounts-statements.sql?raw'

const STATEMENTS = namedStatements('moving/accounts-statements.sql', statementsSql, [
  ...(['readAccount', 'readToken', 'readTokenUse', 'readSpent', 'readSpentDay', 'readLink', 'readSession'] as const),
  ...(['addAccount', 'addToken', 'addTokenUse', 'addSpent', 'addSpentDay', 'addLink', 'addSession'] as const),
])

/** The tables that are moved, parents first, with the statements that read all of one and add one row. */
export const ACCOUNT_TABLES = [
  { table: 'account', read: STATEMENTS.readAccount, add: STATEMENTS.addAccount },
  { table: 'token', read: STATEMENTS.readToken, add: STATEMENTS.addToken },
  { table: 'token_use', read: STATEMENTS.readTokenUse, add: STATEMENTS.addTokenUse },
  { table: 'spent', read: STATEMENTS.readSpent, add: STATEMENTS.addSpent },
  { table: 'spent_day', read: STATEMENTS.readSpentDay, add: STATEMENTS.addSpentDay },
  { table: 'sign_in_link', read: STATEMENTS.readLink, add: STATEMENTS.addLink },
  { table: 'session', read: STATEMENTS.readSession, add: STATEMENTS.addSession },
] as const

export type AccountRow = Readonly<Record<string, unknown>>

/** Runs one of the statements above. */
export type AccountStatement = (sql: string, row?: AccountRow) => Promise<readonly AccountRow[]>

/** A store from which or to which accounts are moved. */
export interface MovableAccounts {
  /** Without credentials. */
  readonly name: string
  /** Reads as of one moment, while others write. */
  snapshot<T>(work: (statement: AccountStatement) => Promise<T>): Promise<T>
  /** Writes in one step: where `work` rejects, nothing was written. */
  together<T>(work: (statement: AccountStatement) => Promise<T>): Promise<T>
  /** After rows were added with their numbers. */
  countOn(statement: AccountStatement): Promise<void>
  close(): Promise<void>
}
