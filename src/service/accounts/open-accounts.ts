import type { PostgresAddress } from '../postgres/postgres-address.ts'
import type { AccountStore } from './account-store.ts'
import { openSqliteAccounts } from './sqlite-accounts.ts'

/** Which store has the accounts: a Postgres, or a file of DATA_DIR. */
export interface AccountsPlace {
  readonly dataDir: string
  /** Null or absent means the file. */
  readonly accountsUrl?: PostgresAddress | null | undefined
}

/** How long a statement of an administrative task may take, in ms. */
const STATEMENT_MS = 30_000

/**
 * Opens the store for one task, which is administrative unless a service needs it to start, and closes it again. What
 * only Postgres needs is loaded only then.
 */
export async function withAccounts<T>(
  { dataDir, accountsUrl = null }: AccountsPlace,
  use: (store: AccountStore) => Promise<T>,
  task: 'serving' | 'administering' = 'administering',
): Promise<T> {
  const store = accountsUrl === null ? openSqliteAccounts(dataDir, task) : await openThere(accountsUrl)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

async function openThere(address: PostgresAddress): Promise<AccountStore> {
  const { openPostgresAccounts, postgresAccounts } = await import('./postgres-accounts.ts')
  return postgresAccounts(await openPostgresAccounts(address, { statementMs: STATEMENT_MS }))
}
