import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cellToLatLng, gridDisk, gridRing, latLngToCell } from 'h3-js'
import Database from 'libsql'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Cell, cellFromBigInt, cellParent, trustCell } from '../../domain/cell.ts'
import { type AsOf, asOfAt, parseAsOf } from '../../domain/period.ts'
import { expectSameRows, figuresInFile, writeComparedListings } from '../../testing/compared-figures.ts'
import { type Listing, openListingWriter } from '../listings/listing-store.ts'
import { periodsDir, publishedPeriod } from '../periods/period-folders.ts'
import { ratesAt } from '../rates/rates.ts'
import { type BuildOptions, type BuildReport, buildPeriods } from './build-periods.ts'

const log = pino({ level: 'silent' })
const HOME = trustCell(latLngToCell(48.85, 2.35, 8))
const FAR = trustCell(latLngToCell(45.75, 4.85, 8))
const AS_OF = asOfAt(new Date('2026-11-01'))
let dir: string
let written = 0

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'build-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function listing(cell: Cell, change: Partial<Listing> = {}): Listing {
  const [lat, lng] = cellToLatLng(cell)
  const places = { region: null, province: null, city: null, macrozone: null, microzone: null }
  const what = { source: 'test', country: 'fr', ad_sub_type: 'buy', property_type: 'apartment', rooms: 2 } as const
  const amounts = { price: 100_000, currency: 'USD', area: 50, listed_on: '2026-10-15' }
  return { key: `k${written++}`, ...what, ...amounts, lat, lng, cell, ...places, ...change }
}

async function keep(name: string, listings: readonly Listing[]): Promise<void> {
  const writer = await openListingWriter(dir, name)
  for (const one of listings) writer.add(one)
  await writer.publish()
}

function build(options: Partial<BuildOptions> = {}): Promise<BuildReport> {
  return buildPeriods({ dataDir: dir, now: () => new Date('2026-11-21'), trimPct: 0, log, ...options })
}

interface FigureRow {
  cell: Cell
  estimated: number
  listings: number
  median_price: number
  median_price_per_sqm: number
  median_area: number
  average_price: number
}

function open<Result>(asOf: AsOf, read: (database: Database.Database) => Result): Result {
  const database = new Database(join(publishedPeriod(periodsDir(dir), asOf)?.dir ?? '', 'figures.sqlite'))
  try {
    return read(database)
  } finally {
    database.close()
  }
}

function figures(lens: [string, string, number] = ['buy', '', -1], asOf: AsOf = AS_OF): Map<Cell, FigureRow> {
  return open(asOf, (database) => {
    const rows = database
      .prepare(
        `SELECT CAST(cell AS TEXT) AS cell, estimated, listings, median_price, median_price_per_sqm, median_area, average_price
         FROM figure JOIN lens ON lens.id = figure.lens WHERE ad_sub_type = ? AND property_type = ? AND rooms = ?`,
      )
      .all(lens) as (FigureRow & { cell: string })[]
    return new Map(
      rows.map((row) => [cellFromBigInt(BigInt(row.cell)), { ...row, cell: cellFromBigInt(BigInt(row.cell)) }]),
    )
  })
}

function prices(cell: Cell, all: readonly number[], change: Partial<Listing> = {}): Listing[] {
  return all.map((price) => listing(cell, { price, ...change }))
}

describe('buildPeriods', () => {
  test('a cell with enough listings is observed, with exact medians', async () => {
    await keep('a', [
      ...prices(HOME, [100, 200, 300, 400], { area: 10 }),
      listing(HOME, { price: 1000, area: 40 }),
      listing(HOME, { price: 250, area: null }),
    ])
    await build()
    expect(figures().get(HOME)).toEqual({
      cell: HOME,
      estimated: 0,
      listings: 6,
      median_price: 275,
      median_price_per_sqm: 25,
      median_area: 10,
      average_price: 375,
    })
  })

  test('a listing without an area does not count toward the floor', async () => {
    await keep('a', [...prices(HOME, [1, 2, 3, 4]), listing(HOME, { area: null })])
    await build()
    expect(figures().size).toBe(0)
  })

  test('a cell below the floor is pooled with its neighbours; an empty or isolated cell is absent', async () => {
    const [near, next] = gridRing(HOME, 1).map(trustCell) as [Cell, Cell]
    const beyond = gridRing(HOME, 2)
      .map(trustCell)
      .find((cell) => !gridDisk(near, 1).includes(cell)) as Cell
    await keep('a', [
      ...prices(HOME, [10, 20]),
      ...prices(near, [30, 40, 50]),
      ...prices(beyond, [1, 1, 1]),
      ...prices(FAR, [7, 7, 7]),
    ])
    await build()
    const found = figures()
    expect(found.get(HOME)).toMatchObject({ estimated: 1, listings: 5, median_price: 30 })
    expect(found.get(near)).toMatchObject({ estimated: 1, listings: 5, median_price: 30 })
    for (const cell of [next, beyond, FAR]) expect(found.has(cell)).toBe(false)
  })

  test('floors are per resolution', async () => {
    await keep('a', prices(HOME, [1, 2, 3, 4, 5, 6, 7, 8, 9]))
    await build()
    expect([...figures().keys()].sort()).toEqual([cellParent(HOME, 7), HOME].sort())
    await build({ minListings: { 5: 9, 8: 10 } })
    expect([...figures().keys()].sort()).toEqual([cellParent(HOME, 5), cellParent(HOME, 7)].sort())
  })

  test('a window ends before its label and has one month at 4 to 6 and three at 7 and 8', async () => {
    const days = ['2026-07-31', '2026-08-01', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01']
    await keep(
      'a',
      days.flatMap((listed_on, i) => prices(HOME, [10 ** i], { listed_on })),
    )
    await build({ minListings: { 4: 1, 5: 1, 6: 1, 7: 1, 8: 1 } })
    const found = figures()
    expect(found.get(HOME)).toMatchObject({ listings: 4, average_price: (10 + 100 + 1000 + 10000) / 4 })
    expect(found.get(cellParent(HOME, 6))).toMatchObject({ listings: 2, average_price: (1000 + 10000) / 2 })
  })

  test('the trim cuts its share off each end of a group, and nothing off groups that are too small', async () => {
    const many = Array.from({ length: 200 }, (_, i) => 1000 + i)
    await keep('a', [
      ...prices(HOME, [...many, 1, 99_999]),
      ...prices(HOME, [2, 88_888], { rooms: 3 }),
      ...prices(HOME, [3, 77_777], { area: null }),
    ])
    await build({ trimPct: 0.01 })
    // 202 listings: the third from either end is at the quantile, so two are cut off at each end.
    const found = figures(['buy', 'apartment', 2]).get(HOME)
    expect(found).toMatchObject({ listings: 198 + 2, median_area: 50 })
    expect(found?.average_price).toBeCloseTo((198 * 1099.5 + 3 + 77_777) / 200, 6)
    expect(figures(['buy', 'apartment', 3]).size).toBe(0)
    expect(figures().get(HOME)).toMatchObject({ listings: 198 + 2 + 2 })
  })

  test('lenses with listings have figures: any type, any rooms, five or more; unknown rooms count only in any', async () => {
    await keep('a', [
      ...prices(HOME, [1, 2, 3, 4, 5], { rooms: 7 }),
      ...prices(HOME, [1, 2, 3, 4, 5], { rooms: 5, property_type: 'house' }),
      ...prices(HOME, [1, 2, 3, 4, 5], { rooms: null }),
      ...prices(HOME, [1, 1, 1, 1, 1], { ad_sub_type: 'rent', property_type: 'studio', rooms: 0 }),
    ])
    await build()
    expect(figures(['buy', '', 5]).get(HOME)?.listings).toBe(10)
    expect(figures(['buy', 'house', -1]).get(HOME)?.listings).toBe(5)
    expect(figures(['buy', 'apartment', -1]).get(HOME)?.listings).toBe(10)
    expect(figures().get(HOME)?.listings).toBe(15)
    expect(figures(['rent', 'studio', 0]).get(HOME)).toMatchObject({ listings: 5, median_price: 1 })
  })

  test('figures do not depend on how many are computed together', { tags: 'nightly' }, async () => {
    const [together, apart] = [join(dir, 'together'), join(dir, 'apart')]
    for (const [dataDir, listingsAtOnce] of [[together], [apart, 500]] as const) {
      await writeComparedListings(dataDir)
      await build({ dataDir, only: 'newest', listingsAtOnce, minListings: { 4: 7, 8: 4 } })
    }
    const [all, parts] = [together, apart].map((dataDir) => {
      const figuresFile = join(publishedPeriod(periodsDir(dataDir), AS_OF)?.dir ?? '', 'figures.sqlite')
      return figuresInFile({ figuresFile })
    })
    expect(all?.some(({ estimated }) => estimated)).toBe(true)
    expectSameRows(parts ?? [], all ?? [])
  })

  test('money is in US dollars, with one rate per currency', async () => {
    await keep('a', prices(HOME, [1000, 1000, 1000, 1000, 1000], { currency: 'EUR' }))
    await build()
    const rates = ratesAt('2026-10-31')
    expect(figures().get(HOME)?.median_price).toBeCloseTo(1000 * (rates.usd_per_unit.EUR ?? 0), 9)
    const meta = open(
      AS_OF,
      (database) =>
        new Map(database.prepare('SELECT key, value FROM meta').raw().all([]) as string[][] as [string, string][]),
    )
    expect(JSON.parse(meta.get('fx_date') ?? '')).toBe(rates.fx_date)
    expect(JSON.parse(meta.get('usd_per_unit') ?? '')).toEqual(rates.usd_per_unit)
    expect(JSON.parse(meta.get('min_listings_by_res') ?? '')).toEqual({ 4: 10, 5: 10, 6: 10, 7: 5, 8: 5 })
  })

  test('cells with a listing within 365 days are listed at every resolution', async () => {
    await keep('a', [
      listing(HOME, { listed_on: '2025-11-01' }),
      listing(FAR, { listed_on: '2025-10-31' }),
      listing(HOME),
    ])
    await build()
    const cells = open(
      AS_OF,
      (database) => database.prepare('SELECT CAST(cell AS TEXT) FROM listing_cell').raw().all([]) as string[][],
    )
    const expected = [4, 5, 6, 7, 8].map((resolution) => cellParent(HOME, resolution))
    expect(cells.map(([cell]) => cellFromBigInt(BigInt(cell ?? ''))).sort()).toEqual(expected.sort())
  })

  test('after the newest period comes the same month of the year before, and one month can be built alone', async () => {
    await keep('a', [listing(HOME, { listed_on: '2025-10-10' }), listing(HOME, { listed_on: '2026-10-10' })])
    const labels = ({ built }: BuildReport) => built.map(({ as_of }) => as_of)
    expect(labels(await build({ only: parseAsOf('2026-01-01') ?? expect.fail() }))).toEqual(['2026-01-01'])
    expect(labels(await build()).slice(0, 2)).toEqual(['2026-11-01', '2025-11-01'])
    const strange = build({ only: parseAsOf('2026-05-01') ?? expect.fail() })
    await expect(strange).rejects.toThrow('found 2026-05-01')
  })

  test('all complete periods are built, newest first, and rebuilt only when their listings or method change', async () => {
    await keep('a', [listing(HOME, { listed_on: '2026-06-10' }), listing(HOME, { listed_on: '2026-11-10' })])
    const labels = (report: BuildReport) => report.built.map(({ as_of }) => as_of)
    expect(labels(await build({ only: 'newest' }))).toEqual(['2026-09-01'])
    expect(labels(await build())).toEqual(['2026-08-01', '2026-07-01'])
    await keep('b', [listing(HOME, { listed_on: '2026-08-10' })])
    const report = await build()
    expect(labels(report)).toEqual(['2026-11-01', '2026-10-01', '2026-09-01'])
    expect(report.unchanged).toEqual(['2026-08-01', '2026-07-01'])
    expect(labels(await build({ trimPct: 0.02 }))).toHaveLength(5)
    expect(readdirSync(periodsDir(dir)).sort()).toEqual([
      '2026-07-01.2',
      '2026-08-01.2',
      '2026-09-01.3',
      '2026-10-01.2',
      '2026-11-01.2',
    ])
  })

  test('an earlier month that is corrected leaves later periods as they are, unless it adds a market', async () => {
    const labels = (report: BuildReport) => report.built.map(({ as_of }) => as_of)
    await keep('a', [listing(HOME, { listed_on: '2026-03-10' }), listing(HOME)])
    await build()
    await keep('b', [listing(HOME, { listed_on: '2026-03-10', price: 90_000 })])
    const corrected = await build()
    expect(labels(corrected)).toEqual(['2026-06-01', '2026-05-01', '2026-04-01'])
    expect(corrected.unchanged).toEqual(['2026-11-01'])
    await keep('c', [listing(FAR, { listed_on: '2026-03-10', country: 'it' })])
    expect(labels(await build())).toEqual(['2026-11-01', '2026-06-01', '2026-05-01', '2026-04-01'])
  })

  test('listings without a rate within 35 days are left out and counted, and used at any age if told so', async () => {
    mkdirSync(join(dir, 'service'), { recursive: true })
    writeFileSync(join(dir, 'service', 'rates.csv'), 'date,currency,rate\n2026-08-31,USD,1.25\n2026-08-31,ARS,1250\n')
    const euros = prices(HOME, [1, 2, 3, 4, 5]).map((row) => ({ ...row, currency: 'GBP' }))
    await keep('a', [...euros, listing(HOME, { currency: 'ARS' }), listing(HOME, { currency: 'EUR' })])
    const lines: string[] = []
    const loud = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const { built } = await build({ only: 'newest', log: loud, onProgress: () => {} })
    expect(lines).toEqual([])
    expect(built).toMatchObject([
      {
        as_of: AS_OF,
        left_out: [
          { currency: 'ARS', listings: 1 },
          { currency: 'EUR', listings: 1 },
        ],
      },
    ])
    expect(figures().get(HOME)?.listings).toBe(5)
    expect((await build({ only: 'newest', ratesAnyAge: true })).built).toMatchObject([{ left_out: [] }])
    expect(figures().get(HOME)?.listings).toBe(7)
  })

  test('the cells of all listings are those of the listings that are left', async () => {
    await keep('a', [listing(HOME, { listed_on: '2019-03-15' })])
    await build({ only: 'newest' })
    const file = join(dir, 'service', 'held-cells.sqlite')
    expect(existsSync(file)).toBe(true)
    rmSync(join(dir, 'service', 'listings', 'a.parquet'))
    await build()
    expect(existsSync(file)).toBe(false)
  })

  test('leftovers of a killed build are removed', async () => {
    await keep('a', prices(HOME, [1]))
    const periods = periodsDir(dir)
    // In a container, the next process can have the same number.
    mkdirSync(join(periods, `2026-11-01.${process.pid}.tmp`), { recursive: true })
    await build()
    expect(readdirSync(periods)).toEqual(['2026-11-01'])
    expect(readdirSync(join(dir, 'service')).sort()).toEqual([
      'held-cells.sqlite',
      'listings',
      'periods',
      'working.lock',
    ])
  })

  test('a period with a damaged file is rebuilt', async () => {
    await keep('a', prices(HOME, [1, 2, 3, 4, 5]))
    await build()
    writeFileSync(join(periodsDir(dir), AS_OF, 'figures.sqlite'), 'no database')
    expect((await build()).built).toHaveLength(1)
    expect(figures().size).toBeGreaterThan(0)
    expect(readdirSync(periodsDir(dir))).toEqual([`${AS_OF}.2`])
  })

  test('published periods are announced, if necessary by the next build', async () => {
    await keep('a', prices(HOME, [1]))
    const cut = build({ announce: async () => Promise.reject(new Error('killed')) })
    await expect(cut).rejects.toThrow('killed')
    const announced: AsOf[][] = []
    const announce = async (labels: readonly AsOf[]) => void announced.push([...labels])
    expect((await build({ announce })).built).toEqual([])
    await build({ announce })
    expect(announced).toEqual([[AS_OF]])
  })

  test('two builds started together run one after the other', async () => {
    await keep('a', prices(HOME, [1, 2, 3, 4, 5]))
    const progress: string[] = []
    const [first, second] = await Promise.all([build(), build({ onProgress: (text) => progress.push(text) })])
    expect([first.built.length, first.unchanged, second.built, second.unchanged]).toEqual([1, [], [], [AS_OF]])
    expect(progress).toEqual([
      expect.stringContaining(`waiting for another build on ${dir} to end: process ${process.pid}`),
    ])
  })

  test('no listings give no period; a method out of range and a currency without a rate are refused', async () => {
    expect(await build()).toEqual({ built: [], unchanged: [], withdrawn: [] })
    await expect(build({ trimPct: 0.5 })).rejects.toThrow('trim 0.5')
    await expect(build({ minListings: { 6: 0 } })).rejects.toThrow('fewest listings 0 at resolution 6')
    await keep('a', [listing(HOME, { currency: 'XXX' })])
    await expect(build()).rejects.toThrow(/found none for 1 in XXX; load rates with "squaremetre rates FILE"/)
  })
})
