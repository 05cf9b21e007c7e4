import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AccountsPlace } from '../accounts/open-accounts.ts'
import { ACCOUNT_TABLES, accountsFile } from '../accounts/sqlite-accounts.ts'
import type { PostgresAddress } from '../postgres/postgres-address.ts'
import { openPrivate } from '../storage/sqlite.ts'
import countOnSql from './accounts-numbers.sql?raw'
import type { AccountRow, AccountStatement, MovableAccounts } from './movable-accounts.ts'

/** How long a statement may take, and a file may be locked, in ms. */
const PATIENCE_MS = 60_000

/** Opens a store to move accounts from or to: a file, or a Postgres, whose code is loaded only then. */
export async function openMovableAccounts({ dataDir, accountsUrl = null }: AccountsPlace): Promise<MovableAccounts> {
  return accountsUrl === null ? fileSide(dataDir) : postgresSide(accountsUrl)
}

function fileSide(dataDir: string): MovableAccounts {
  mkdirSync(join(dataDir, 'service'), { recursive: true })
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

async function postgresSide(address: PostgresAddress): Promise<MovableAccounts> {
  const { openPostgresAccounts } = await import('../accounts/postgres-accounts.ts')
  const { name, together, snapshot, close } = await openPostgresAccounts(address, PATIENCE_MS)
  return {
    name,
    snapshot: (work) => snapshot((statement) => work(statement as AccountStatement)),
    together: (work) => together((statement) => work(statement as AccountStatement)),
    countOn: async (statement) => void (await statement(countOnSql)),
    close,
  }
}
