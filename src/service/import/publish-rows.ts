import { rmSync, utimesSync } from 'node:fs'
import { freeListingName, publishListingFile, temporaryListingFile } from '../listings/listing-store.ts'
import type { RateTable } from '../rates/rate-table.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import countsSql from './counts.sql?raw'
import currencyMonthsSql from './currency-months.sql?raw'
import type { RawFile } from './file/raw-file.ts'
import type { ImportReport } from './import-report.ts'
import keptSpanSql from './kept-span.sql?raw'
import { type CurrencyMonth, missingRates } from './missing-rates.ts'
import publishSql from './publish.sql?raw'
import repairsSql from './repairs.sql?raw'
import { writeRejects } from './write-rejects.ts'

/** Where to publish a file's rows, and under which name. */
export interface Target {
  readonly dataDir: string
  /** The file's name without folders. */
  readonly name: string
  readonly source: string
  readonly rates: RateTable
  readonly now: () => Date
}

/** Publishes the kept rows and writes the rejected ones; throws first if the rows do not add up. */
export async function publishRows(
  session: DuckSession,
  raw: RawFile,
  { dataDir, name, source, rates, now }: Target,
): Promise<Omit<ImportReport, 'file' | 'preset' | 'notes' | 'columns' | 'unused_columns' | 'reading'>> {
  const { rejectedRows, ...counts } = await countRows(session, raw)
  const stem = `${fileStem(name)}-${raw.digest}`
  let rejects: { file: string; rows: number } | null = null
  if (rejectedRows > 0) {
    rejects = await writeRejects(session, raw, { dataDir, name: stem })
    assertEqual(rejects.rows, rejectedRows, 'written rejects')
  }
  const repairs = await session.rows<{ kind: string; rows: number }>(repairsSql)
  const countries = await session.rows<ImportReport['countries'][number]>(keptSpanSql)
  const missing_rates = missingRates(await session.rows<CurrencyMonth>(currencyMonthsSql), rates)
  const listings_file = counts.kept > 0 ? await publishKept(session, dataDir, stem, source) : null
  // The file's time is when its market was last imported, by the service's clock.
  if (listings_file) utimesSync(listings_file, now(), now())
  return {
    rows: raw.rows,
    ...counts,
    repaired: Object.fromEntries(repairs.map(({ kind, rows }) => [kind, rows])),
    rejects_file: rejects?.file ?? null,
    listings_file,
    countries,
    missing_rates,
  }
}

async function countRows(session: DuckSession, raw: RawFile) {
  const rejected: Record<string, number> = {}
  let kept = 0
  let held = 0
  for (const row of await session.rows<{ reason: string | null; rows: number; held: number }>(countsSql)) {
    if (row.reason !== null) rejected[row.reason] = row.rows
    else {
      kept = row.rows - row.held
      held = row.held
    }
  }
  for (const { reason } of raw.malformed) rejected[reason] = (rejected[reason] ?? 0) + 1
  const rejectedRows = Object.values(rejected).reduce((sum, rows) => sum + rows, 0)
  const [aside] = await session.rows<{ merged: number }>(
    'SELECT count(*)::INTEGER AS merged FROM set_aside WHERE reason IS NULL',
  )
  const merged = aside?.merged ?? 0
  assertEqual(kept + held + merged + rejectedRows, raw.rows, 'kept, held, merged and rejected rows')
  return { kept, held, merged, rejected, rejectedRows }
}

async function publishKept(session: DuckSession, dataDir: string, stem: string, source: string): Promise<string> {
  const name = freeListingName(dataDir, stem)
  const temporary = temporaryListingFile(dataDir, name)
  try {
    await session.run(publishSql, { source, file: temporary })
    return publishListingFile(dataDir, temporary, name)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function assertEqual(found: number, expected: number, what: string): void {
  if (found !== expected) throw new Error(`expected ${expected} ${what}, found ${found}; nothing was imported`)
}

function fileStem(name: string): string {
  const stem = name.replace(/\.(csv|tsv|txt|parquet)(\.gz)?$/i, '').toLowerCase()
  return stem.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'listings'
}
