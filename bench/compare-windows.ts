// Compares every published figure of one market, built with no trim, with a table of reference figures computed
// independently of this product: own figures for observed cells, pooled ones for estimated cells, and none only where
// even the pooled listings are below the floor.
//   npm run bench -- compare-windows reference_windows.csv.gz DATA_DIR EUR
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'libsql'
import { cellFromBigInt, isResolution } from '../src/domain/cell.ts'
import { periodsDir, publishedPeriods } from '../src/service/periods/period-folders.ts'

const TOLERANCE = 1e-9
const COMPARED = ['median_price', 'median_price_per_sqm', 'median_area'] as const

type Figures = Record<(typeof COMPARED)[number], number | null> & { listings: number }
interface Reference {
  resolution: number
  own: Figures
  ownWithArea: number
  pooled: Figures
  pooledWithArea: number
}
interface Published {
  figures: Map<string, Figures & { estimated: boolean }>
  listingCells: Set<string>
  floors: Record<string, number>
  trim_pct: number
}
interface Tally {
  observed: number
  estimated: number
  absent: number
  faults: string[]
  largest: number
  largestAt: string
}

/** Compares and prints; returns the exit code, 1 when anything differs by more than 1e-9 of its value. */
export function main(args: readonly string[]): number {
  const [reference, dataDir, currency] = args
  if (!reference || !dataDir || !currency) {
    console.error('usage: npm run bench -- compare-windows reference_windows.csv.gz DATA_DIR CURRENCY')
    return 2
  }
  const published = new Map(publishedPeriods(periodsDir(dataDir)).map(({ as_of, dir }) => [String(as_of), dir]))
  const expected = readReference(reference)
  const tally: Tally = { observed: 0, estimated: 0, absent: 0, faults: [], largest: 0, largestAt: '-' }
  for (const label of published.keys())
    if (!expected.has(label)) tally.faults.push(`${label} is published, but not in the reference`)
  for (const [label, cells] of expected) {
    const folder = published.get(label)
    if (folder === undefined) tally.faults.push(`${label} is in the reference, but not published`)
    else comparePeriod(label, cells, readPublished(folder, currency), tally)
  }
  return report(expected, tally)
}

function comparePeriod(label: string, cells: Map<string, Reference>, published: Published, tally: Tally): void {
  if (published.trim_pct !== 0)
    tally.faults.push(`${label} was built with trim ${published.trim_pct}; the reference has none`)
  for (const cell of published.figures.keys()) {
    if (!cells.has(cell)) tally.faults.push(`${label} ${cell} has figures, but is not in the reference`)
  }
  for (const [cell, reference] of cells) {
    const at = `${label} r${reference.resolution} ${cell}`
    if (!published.listingCells.has(cell)) tally.faults.push(`${at} is not among the cells with listings`)
    const floor = published.floors[reference.resolution] ?? Number.NaN
    const found = published.figures.get(cell) ?? null
    const state =
      reference.ownWithArea >= floor ? 'observed' : reference.pooledWithArea >= floor ? 'estimated' : 'absent'
    tally[state]++
    const foundState = found === null ? 'absent' : found.estimated ? 'estimated' : 'observed'
    if (foundState !== state) tally.faults.push(`${at} is ${foundState}, expected ${state}`)
    else if (found) compareFigures(at, state === 'observed' ? reference.own : reference.pooled, found, tally)
  }
}

function compareFigures(at: string, expected: Figures, found: Figures, tally: Tally): void {
  if (found.listings !== expected.listings) {
    tally.faults.push(`${at} has ${found.listings} listings, expected ${expected.listings}`)
  }
  for (const name of COMPARED) {
    const [is, should] = [found[name], expected[name]]
    if (is === null || should === null) {
      if (is !== should) tally.faults.push(`${at} ${name} is ${is}, expected ${should}`)
      continue
    }
    const difference = Math.abs(is - should) / Math.abs(should)
    if (difference > tally.largest) {
      tally.largest = difference
      tally.largestAt = `${at} ${name}`
    }
    if (!(difference <= TOLERANCE)) tally.faults.push(`${at} ${name} is ${is}, expected ${should}`)
  }
}

function report(expected: Map<string, Map<string, Reference>>, tally: Tally): number {
  const cells = [...expected.values()].reduce((sum, period) => sum + period.size, 0)
  console.log(`periods             ${expected.size}`)
  console.log(`reference cells     ${cells}`)
  console.log(`  observed          ${tally.observed}`)
  console.log(`  estimated         ${tally.estimated}`)
  console.log(`  absent            ${tally.absent}`)
  console.log(`largest difference  ${tally.largest.toExponential(2)} of the value (${tally.largestAt})`)
  console.log(`faults              ${tally.faults.length}`)
  for (const fault of tally.faults.slice(0, 20)) console.log(`  ${fault}`)
  return tally.faults.length === 0 ? 0 : 1
}

function readPublished(folder: string, currency: string): Published {
  const database = new Database(join(folder, 'figures.sqlite'))
  try {
    const meta = new Map(
      (database.prepare('SELECT key, value FROM meta').all([]) as { key: string; value: string }[]).map(
        ({ key, value }) => [key, JSON.parse(value)],
      ),
    )
    const usd: number | undefined = meta.get('usd_per_unit')[currency]
    if (usd === undefined) throw new Error(`${folder} has no rate for "${currency}"`)
    const inCurrency = (amount: number | null) => (amount === null ? null : amount / usd)
    const rows = database.prepare(
      `SELECT CAST(cell AS TEXT) AS cell, estimated, listings, median_price, median_price_per_sqm, median_area
       FROM figure JOIN lens ON lens.id = figure.lens
       WHERE ad_sub_type = 'buy' AND property_type = '' AND rooms = -1`,
    )
    const figures = (rows.all([]) as (Figures & { cell: string; estimated: number })[]).map((row) => {
      const median_price = inCurrency(row.median_price)
      const median_price_per_sqm = inCurrency(row.median_price_per_sqm)
      return [spell(row.cell), { ...row, estimated: row.estimated === 1, median_price, median_price_per_sqm }] as const
    })
    const cells = database.prepare('SELECT CAST(cell AS TEXT) AS cell FROM listing_cell').all([]) as { cell: string }[]
    return {
      figures: new Map(figures),
      listingCells: new Set(cells.map(({ cell }) => spell(cell))),
      floors: meta.get('min_listings_by_res'),
      trim_pct: meta.get('trim_pct'),
    }
  } finally {
    database.close()
  }
}

function spell(decimal: string): string {
  return cellFromBigInt(BigInt(decimal))
}

function readReference(file: string): Map<string, Map<string, Reference>> {
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split(/\r?\n/)
  const names = header.split(',')
  const periods = new Map<string, Map<string, Reference>>()
  for (const line of lines) {
    const cells = line.split(',')
    const row = new Map(names.map((name, i) => [name, cells[i] ?? '']))
    const number = (name: string) => (row.get(name) ? Number(row.get(name)) : null)
    const figures = (prefix: string): Figures => ({
      listings: number(`${prefix}n_price`) ?? 0,
      median_price: number(`${prefix}median_price`),
      median_price_per_sqm: number(`${prefix}median_price_per_sqm`),
      median_area: number(`${prefix}median_area`),
    })
    const label = row.get('as_of') ?? ''
    const resolution = number('resolution') ?? Number.NaN
    if (!isResolution(resolution)) throw new Error(`${file}: expected a resolution from 4 to 8 in "${line}"`)
    const period = periods.get(label) ?? new Map<string, Reference>()
    periods.set(label, period)
    period.set(row.get('cell') ?? '', {
      resolution,
      own: figures(''),
      ownWithArea: number('n_m2') ?? 0,
      pooled: figures('pooled_'),
      pooledWithArea: number('pooled_n_m2') ?? 0,
    })
  }
  return periods
}
