import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import pino from 'pino'
import { importListings } from '../service/import/import-listings.ts'
import type { ImportOptions } from '../service/import/reading/import-options.ts'
import type { ImportReport } from '../service/import/reading/import-report.ts'
import { listingFiles } from '../service/listings/listing-store.ts'

/** A temporary folder for files and the listings imported from them. */
export interface ImportFixture {
  readonly dir: string
  readonly dataDir: string
  /** Writes a file; returns its path. */
  write(name: string, content: string | Buffer): string
  importFile(file: string, options?: Partial<ImportOptions>): Promise<ImportReport>
  /** Returns all kept listings; `columns` and `order` are SQL. */
  kept(columns?: string, order?: string): Promise<Record<string, unknown>[]>
  remove(): void
}

export function makeImportFixture(): ImportFixture {
  const dir = mkdtempSync(join(tmpdir(), 'import-'))
  const dataDir = join(dir, 'data')
  const log = pino({ level: 'silent' })
  const now = () => new Date('2026-11-21T12:00:00Z')
  return {
    dir,
    dataDir,
    write(name, content) {
      const file = join(dir, name)
      writeFileSync(file, content)
      return file
    },
    async importFile(file, options) {
      const [report] = await importListings({ dataDir, files: [file], now, log, ...options })
      if (!report) throw new Error('no report')
      return report
    },
    async kept(columns = '*', order = 'listed_on') {
      const instance = await DuckDBInstance.create(':memory:')
      const connection = await instance.connect()
      const rows: Record<string, unknown>[] = []
      for (const file of listingFiles(dataDir)) {
        const sql = `SELECT ${columns} FROM read_parquet($file) ORDER BY ${order}`
        rows.push(...(await connection.runAndReadAll(sql, { file })).getRowObjectsJS())
      }
      instance.closeSync()
      return rows
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
