import { rmSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listValue, VARCHAR } from '@duckdb/node-api'
import { COUNTRY_CURRENCIES } from '../core/country-currency.ts'
import { type ColumnPlan, LISTING_FIELDS, type ListingField, planColumns } from '../core/known-columns.ts'
import { LISTING_WORDS } from '../core/listing-words.ts'
import { CURRENCIES } from '../core/rates.ts'
import { type DuckSession, openDuckSession } from '../io/duck-session.ts'
import { clearLeftovers, temporaryName } from '../io/leftovers.ts'
import { freeListingName, listingFiles, publishListingFile, temporaryListingFile } from '../io/listing-store.ts'
import cellMacrosSql from '../sql/cell-macros.sql?raw'
import countsSql from '../sql/import-counts.sql?raw'
import heldSql from '../sql/import-held.sql?raw'
import judgeSql from '../sql/import-judge.sql?raw'
import keptSpanSql from '../sql/import-kept-span.sql?raw'
import macrosSql from '../sql/import-macros.sql?raw'
import parseSql from '../sql/import-parse.sql?raw'
import publishSql from '../sql/import-publish.sql?raw'
import { checkOptions, type ImportOptions, requireFields } from './import-options.ts'
import { findCountries, locateRows } from './place-rows.ts'
import { type RawFile, readFileIntoTable } from './read-file.ts'
import { writeRejects } from './write-rejects.ts'

/** What became of a file's rows: `rows` is `kept` plus `held` plus the sum of `rejected`. */
export interface ImportReport {
  file: string
  rows: number
  kept: number
  /** Rows of which an equal one was kept before. */
  held: number
  /** Rows by the reason why they were rejected. */
  rejected: Record<string, number>
  /** Where the rejected rows are; null when there are none. */
  rejects_file: string | null
  /** Where the kept ones are; null when there are none. */
  listings_file: string | null
  /** The column, or `=value`, that each field was taken from. */
  columns: Partial<Record<ListingField, string>>
  /** Kept rows by country, with their first and last day. */
  countries: { country: string; rows: number; first_day: string; last_day: string }[]
}

/** Brings listings in from files, one after the other; throws at the first that cannot be read, naming it. */
export async function importListings(options: ImportOptions): Promise<ImportReport[]> {
  checkOptions(options)
  for (const folder of ['', 'listings', 'rejects']) clearLeftovers(join(options.dataDir, 'service', folder))
  const reports: ImportReport[] = []
  for (const file of options.files) {
    try {
      const report = await importFile(file, options)
      reports.push(report)
      options.log.info(report, 'imported')
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  return reports
}

async function importFile(file: string, options: ImportOptions): Promise<ImportReport> {
  const name = basename(file)
  const progress = (text: string) => options.onProgress?.(`${name}: ${text}`)
  const spillDir = join(options.dataDir, 'service', temporaryName('import-spill'))
  const session = await openDuckSession({ spillDir, memoryLimit: '2GB' })
  try {
    await prepareTables(session)
    progress('reading')
    const raw = await readFileIntoTable(session, file)
    const plan = planColumns(raw.header, options.map ?? {})
    requireFields(plan, raw.header, options)
    await createCells(session, plan)
    progress(`understanding ${raw.rows} rows`)
    await judgeRows(session, plan, options)
    progress('writing')
    return await publish(session, raw, plan, { file, name, options })
  } finally {
    session.close()
  }
}

async function prepareTables(session: DuckSession): Promise<void> {
  await session.run(cellMacrosSql)
  await session.run(macrosSql)
  const words = await session.append('listing_word', [VARCHAR, VARCHAR, VARCHAR])
  for (const { field, word, value } of LISTING_WORDS) words.add([field, word, value])
  words.close()
  const currencies = await session.append('country_currency', [VARCHAR, VARCHAR])
  for (const pair of COUNTRY_CURRENCIES) currencies.add(pair)
  currencies.close()
  const known = await session.append('known_currency', [VARCHAR])
  for (const currency of CURRENCIES) known.add([currency])
  known.close()
}

/** View `cells`: one text column per field, whatever the file calls it. */
async function createCells(session: DuckSession, plan: ColumnPlan): Promise<void> {
  await session.run('CREATE TABLE constant (field VARCHAR NOT NULL, value VARCHAR NOT NULL)')
  const constants = await session.append('constant', [VARCHAR, VARCHAR])
  const columns = LISTING_FIELDS.map((field) => {
    const origin = plan[field]
    if (!origin) return `NULL::VARCHAR AS ${field}`
    if ('column' in origin) return `present(c${origin.column}) AS ${field}`
    constants.add([field, origin.constant])
    return `(SELECT present(value) FROM constant WHERE field = '${field}') AS ${field}`
  })
  constants.close()
  await session.run(`CREATE VIEW cells AS SELECT n, content, ${columns.join(', ')} FROM raw`)
}

async function judgeRows(session: DuckSession, plan: ColumnPlan, options: ImportOptions): Promise<void> {
  const date = options.date ?? null
  if (date !== null) {
    const [read] = await session.rows<{ day: Date | null }>('SELECT day_of($date) AS day', { date })
    if (!read?.day) throw new Error(`date "${date}" should be a day or a month, such as 2019-04-30 or 2019-04`)
  }
  const hasFlags = plan.is_studio ?? plan.is_duplex ?? plan.is_penthouse
  await session.run(parseSql, {
    date,
    currency: options.currency?.toUpperCase() ?? null,
    country: options.country?.toLowerCase() ?? null,
    ad_sub_type: options.adSubType ?? (plan.ad_sub_type ? null : 'buy'),
    property_type: options.propertyType ?? (hasFlags ? 'apartment' : 'other'),
  })
  await locateRows(session)
  await findCountries(session)
  await session.run(judgeSql, { date_is_given: date !== null && !plan.date })
  const files = listingFiles(options.dataDir)
  if (files.length > 0) await session.run(heldSql, { files: listValue(files) })
}

async function publish(
  session: DuckSession,
  raw: RawFile,
  plan: ColumnPlan,
  { file, name, options }: { file: string; name: string; options: ImportOptions },
): Promise<ImportReport> {
  const counts = await countRows(session, raw)
  const source = options.source ?? name
  const stem = `${fileStem(name)}-${raw.digest}`
  let rejects: { file: string; rows: number } | null = null
  if (counts.rejectedRows > 0) {
    rejects = await writeRejects(session, raw, { dataDir: options.dataDir, name: stem, source: name })
    assertEqual(rejects.rows, counts.rejectedRows, 'rejected rows written')
  }
  const countries = await session.rows<ImportReport['countries'][number]>(keptSpanSql)
  const listings_file = counts.kept > 0 ? await publishKept(session, options.dataDir, stem, source) : null
  // A file's time is when its market was last imported, by the service's own clock.
  if (listings_file) utimesSync(listings_file, options.now(), options.now())
  return {
    file,
    rows: raw.rows,
    kept: counts.kept,
    held: counts.held,
    rejected: counts.rejected,
    rejects_file: rejects?.file ?? null,
    listings_file,
    columns: describePlan(plan, raw.header),
    countries,
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
  assertEqual(kept + held + rejectedRows, raw.rows, 'rows kept, held and rejected')
  return { kept, held, rejected, rejectedRows }
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
  if (found !== expected) throw new Error(`${what} come to ${found}, but should to ${expected}; nothing was imported`)
}

function fileStem(name: string): string {
  const stem = name.replace(/\.(csv|tsv|txt|parquet)(\.gz)?$/i, '').toLowerCase()
  return stem.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'listings'
}

function describePlan(plan: ColumnPlan, header: readonly string[]): ImportReport['columns'] {
  const columns: ImportReport['columns'] = {}
  for (const field of LISTING_FIELDS) {
    const origin = plan[field]
    if (origin) columns[field] = 'column' in origin ? (header[origin.column] ?? '') : `=${origin.constant}`
  }
  return columns
}
