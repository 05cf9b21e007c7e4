import type { RateTable } from '../../rates/rate-table.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import type { RawFile } from '../file/raw/raw-file.ts'
import type { ImportReport } from '../reading/import-report.ts'
import countsSql from './counts.sql?raw'
import crowdedPointSql from './crowded-point.sql?raw'
import currencyMonthsSql from './currency-months.sql?raw'
import keptSpanSql from './kept-span.sql?raw'
import { type CurrencyMonth, missingRates } from './missing-rates.ts'
import outcomeExamplesSql from './outcome-examples.sql?raw'
import repairsSql from './repairs.sql?raw'
import roundedPointsSql from './rounded-points.sql?raw'
import { writeRejects } from './write-rejects.ts'

const DAY_MS = 86_400_000

/** What is known about a file's rows before they are published. */
export type RowCounts = Pick<
  ImportReport,
  'rows' | 'kept' | 'held' | 'merged' | 'rejected' | 'repaired' | 'countries' | 'missing_rates'
>

/** Counts the outcomes of a file's rows; throws if they do not add up. */
export async function countOutcomes(session: DuckSession, raw: RawFile, rates: RateTable): Promise<RowCounts> {
  const counts = await countRows(session, raw)
  const repairs = await session.rows<{ kind: string; rows: number }>(repairsSql)
  return {
    rows: raw.rows,
    ...counts,
    repaired: Object.fromEntries(repairs.map(({ kind, rows }) => [kind, rows])),
    countries: await session.rows<ImportReport['countries'][number]>(keptSpanSql),
    missing_rates: missingRates(await session.rows<CurrencyMonth>(currencyMonthsSql), rates),
  }
}

/** The cells of one row of each reason for rejection, and one cell of each repair; malformed rows have none. */
export async function outcomeExamples(session: DuckSession): Promise<Record<string, string>> {
  const rows = await session.rows<{ reason: string; example: string | null }>(outcomeExamplesSql)
  return Object.fromEntries(rows.flatMap(({ reason, example }) => (example === null ? [] : [[reason, example]])))
}

/** Names the kept rows whose day is to come, which no figures have yet: they are often mistyped. */
export async function datesToCome(session: DuckSession, now: Date): Promise<string[]> {
  // In some time zones, tomorrow has already begun.
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
  const [found] = await session.rows<{ rows: number; last: string | null }>(
    `SELECT count(*)::INTEGER AS rows, max(listed_on)::VARCHAR AS last FROM judged
    WHERE reason IS NULL AND listed_on > $tomorrow::DATE`,
    { tomorrow },
  )
  if (!found || found.rows === 0) return []
  return [
    `dates in the future: ${found.rows}, the last ${found.last}; figures include these rows once their month is over`,
  ]
}

/** Says how far homes can be from points that were rounded, as most of a file's then are. */
export async function roundedPoints(session: DuckSession): Promise<string[]> {
  const [found] = await session.rows<{ rows: number; tenths: number; hundredths: number }>(roundedPointsSql)
  const { rows = 0, tenths = 0, hundredths = 0 } = found ?? {}
  if (rows < FEWEST_ROUNDED || hundredths < MOST_ROUNDED * rows) return []
  const [count, decimals, away] =
    tenths < MOST_ROUNDED * rows ? [hundredths, 'two decimals', '1 km'] : [tenths, 'one decimal', '10 km']
  return [
    `coordinates with at most ${decimals}: ${count} of ${rows}; homes can be ${away} away from them, so the figures of smaller hexagons are not those of their own homes`,
  ]
}

const FEWEST_ROUNDED = 20
const MOST_ROUNDED = 0.9

/** Names a point that more rows share than any building has homes, as those do that a geocoder put in the middle of a town. */
export async function crowdedPoint(session: DuckSession): Promise<string[]> {
  const [most] = await session.rows<{ lat: number; lng: number; rows: number; of_rows: number }>(crowdedPointSql)
  if (!most || most.rows < FEWEST_CROWDED || most.rows < CROWDED * most.of_rows) return []
  return [
    `the point ${most.lat}, ${most.lng} has ${most.rows} of ${most.of_rows} rows; if it stands for a town or a district, take these rows out of the file: all their homes count in the hexagons of that point`,
  ]
}

const FEWEST_CROWDED = 100
const CROWDED = 0.05

/** Says what to do with coordinates in metres whose system is not stated. */
export function unnamedMetres({ rejected }: Pick<RowCounts, 'rejected'>): string[] {
  const rows = Object.entries(rejected).reduce((sum, [why, count]) => sum + (why.startsWith(IN_METRES) ? count : 0), 0)
  if (rows === 0) return []
  return [
    `coordinates in metres: ${rows}; if they are Web Mercator (EPSG:3857), name their columns x_3857 and y_3857, else convert them to longitudes and latitudes (EPSG:4326) first, for example with QGIS or ogr2ogr`,
  ]
}

/** Says what to do with dates such as "3 days ago". */
export function relativeDates({ rejected }: Pick<RowCounts, 'rejected'>): string[] {
  const rows = rejected[RELATIVE]
  if (rows === undefined) return []
  return [
    `dates such as “3 days ago” or “yesterday”: ${rows}; write them as days, or give all rows the day on which the file was made, for example with --map date==2026-11-21`,
  ]
}

/** As in parse.sql. */
const RELATIVE = 'date counted from a day that the file does not name'
/** As in out-of-range.sql. */
const IN_METRES = 'coordinates in metres'

/** Writes the rejected rows; returns the path of their file, null when there are none. Throws if some are missing. */
export async function publishRejects(
  session: DuckSession,
  raw: RawFile,
  { rejected }: RowCounts,
  target: { dataDir: string; name: string },
): Promise<string | null> {
  const rows = Object.values(rejected).reduce((sum, count) => sum + count, 0)
  if (rows === 0) return null
  const rejects = await writeRejects(session, raw, target)
  assertEqual(rejects.rows, rows, 'written rejects')
  return rejects.file
}

/** The name of a file's listings and rejected rows: its own name, and its digest. */
export function stemOf(name: string, digest: string): string {
  return `${fileStem(name)}-${digest}`
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
  return { kept, held, merged, rejected }
}

function assertEqual(found: number, expected: number, what: string): void {
  if (found !== expected) throw new Error(`expected ${expected} ${what}, found ${found}; nothing was imported`)
}

function fileStem(name: string): string {
  const stem = name.replace(/\.(csv|tsv|txt|parquet)(\.gz)?$/i, '').toLowerCase()
  return stem.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'listings'
}
