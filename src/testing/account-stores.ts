import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresAddress } from '../service/postgres/postgres-address.ts'
import { hasPostgres, postgresAddress, startPostgres } from './servers/postgres-server.ts'

/** A store of accounts for one test file. */
export interface TestAccounts {
  /** A place without accounts, with a folder of its own. */
  newPlace(): Promise<{ dataDir: string; accountsUrl: PostgresAddress | null }>
  close(): Promise<void>
}

interface AccountStoreKind {
  readonly name: 'a file' | 'Postgres'
  start(): Promise<TestAccounts>
}

/** Every kind of store, for `describe.each`; Postgres is left out, and says so, where it is not installed. */
export function accountStores(): readonly AccountStoreKind[] {
  const inFile: AccountStoreKind = {
    name: 'a file',
    start: async () =>
      placesOver(
        async () => null,
        async () => {},
      ),
  }
  const inPostgres: AccountStoreKind = {
    name: 'Postgres',
    async start() {
      const postgres = await startPostgres()
      return placesOver(async () => postgresAddress(await postgres.newDatabase()), postgres.close)
    },
  }
  return hasPostgres() ? [inFile, inPostgres] : [inFile]
}

function placesOver(newAddress: () => Promise<PostgresAddress | null>, close: () => Promise<void>): TestAccounts {
  const folders: string[] = []
  return {
    async newPlace() {
      const dataDir = mkdtempSync(join(tmpdir(), 'accounts-'))
      folders.push(dataDir)
      return { dataDir, accountsUrl: await newAddress() }
    },
    async close() {
      await close()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
