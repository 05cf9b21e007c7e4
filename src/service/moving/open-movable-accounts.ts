import { join, resolve } from 'node:path'
import { makeFolder } from '../../server/storage/make-folder.ts'
import type { AccountsPlace } from '../accounts/open-accounts.ts'
import { ACCOUNT_TABLES, accountsFile } from '../accounts/sqlite-accounts.ts'
import type { PostgresAddress } from '../postgres/postgres-address.ts'
import { openPrivate } from '../storage/sqlite.ts'
import countOnSql from './accounts-numbers.sql?raw'
import type { AccountRow, AccountStatement, MovableAccounts } from './movable-accounts.ts'

/** How long a statement may take, and a file may be locked, in ms. */
const PATIENCE_MS = 60_000

/**
 * Opens a store to move accounts from or to: a file, or a Postgres, whose code is loaded only then. Messages name what gave
 * its address, which is ACCOUNTS_URL by default.
 */
export async function openMovableAccounts(
  { dataDir, accountsUrl = null }: AccountsPlace,
  givenBy?: string,
): Promise<MovableAccounts> {
  return accountsUrl === null ? fileSide(dataDir) : postgresSide(accountsUrl, givenBy)
}

function fileSide(dataDir: string): MovableAccounts {
  makeFolder(join(dataDir, 'service'))
  const database = openPrivate(accountsFile(dataDir), ACCOUNT_TABLES, { durable: true, busyMs: PATIENCE_MS })
  const statement: AccountStatement = async (sql, row) => {
    const prepared = database.prepare<Record<string, unknown>>(sql)
    if (row === undefined) return prepared.all({}) as AccountRow[]
    prepared.run({ ...row })
    return []
  }
  const between =
    (begin: string): MovableAccounts['together'] =>
    async (work) => {
      database.exec(begin)
      try {
        const result = await work(statement)
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    }
  return {
    name: resolve(dataDir),
    snapshot: between('BEGIN'),
    together: between('BEGIN IMMEDIATE'),
    countOn: async () => {},
    close: async () => void database.close(),
  }
}

async function postgresSide(address: PostgresAddress, givenBy?: string): Promise<MovableAccounts> {
  const { openPostgresAccounts } = await import('../accounts/postgres-accounts.ts')
  const { name, together, snapshot, close } = await openPostgresAccounts(address, {
    statementMs: PATIENCE_MS,
    givenBy,
  })
  return {
    name,
    snapshot: (work) => snapshot((statement) => work(statement as AccountStatement)),
    together: (work) => together((statement) => work(statement as AccountStatement)),
    countOn: async (statement) => void (await statement(countOnSql)),
    close,
  }
}
