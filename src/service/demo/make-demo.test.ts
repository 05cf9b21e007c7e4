import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { mean, median } from 'd3-array'
import { cellToParent, latLngToCell } from 'h3-js'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listingsDir } from '../listings/listing-store.ts'
import { openReadOnly, type SqliteDatabase } from '../storage/sqlite.ts'
import type { DemoCountry } from './data/countries.ts'
import { createLandMask } from './land-mask.ts'
import { type DemoReport, makeDemo } from './make-demo.ts'
import { readOutlines, readSeaCells } from './outlines.ts'
import { placesFile } from './write-places.ts'

const SLOW_MS = 300_000
const LISTINGS = 30_000
const log = pino({ level: 'silent' })
let dataDir: string
let report: DemoReport
let places: SqliteDatabase

function make(now: string): Promise<DemoReport> {
  return makeDemo({ dataDir, now: () => new Date(now), listings: LISTINGS, log })
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  report = await make('2026-11-21T09:00:00Z')
  places = openReadOnly(placesFile(dataDir))
}, SLOW_MS)

afterAll(() => {
  places?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Row = Record<string, string | number | null>

/** Rows of a query over `listings`, numbers as numbers. */
async function listings(sql: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const file = join(listingsDir(dataDir), 'demo.parquet')
  await connection.run(`CREATE VIEW listings AS FROM read_parquet('${file}')`)
  const reader = await connection.runAndReadAll(sql)
  connection.closeSync()
  instance.closeSync()
  return reader.getRowObjects() as Row[]
}

function found(sql: string, ...values: (string | number)[]): Row[] {
  return places.prepare(sql).all(...values) as Row[]
}

test('the report counts the listings in the file, close to the requested number', async () => {
  const [counted] = await listings('SELECT count(*)::INTEGER AS n, count(DISTINCT key)::INTEGER AS keys FROM listings')
  expect(counted).toEqual({ n: report.listings, keys: report.listings })
  expect(report.listings).toBeGreaterThan(LISTINGS * 0.95)
  expect(report.listings).toBeLessThanOrEqual(LISTINGS)
  expect(report.made).toBe(true)
})

test('each of the six countries has listings for sale and to let, in its currency', async () => {
  const rows = await listings(`SELECT country, min(currency) AS currency, max(currency) AS other,
    count(*)::INTEGER AS n, avg((ad_sub_type = 'rent')::INTEGER)::DOUBLE AS to_let FROM listings GROUP BY 1 ORDER BY 1`)
  expect(rows.map(({ country, currency, other }) => [country, currency, other])).toEqual([
    ['au', 'AUD', 'AUD'],
    ['de', 'EUR', 'EUR'],
    ['es', 'EUR', 'EUR'],
    ['fr', 'EUR', 'EUR'],
    ['gb', 'GBP', 'GBP'],
    ['us', 'USD', 'USD'],
  ])
  for (const { n, to_let } of rows) {
    expect(n).toBeGreaterThan(LISTINGS * 0.08)
    expect(to_let).toBeGreaterThan(0.25)
    expect(to_let).toBeLessThan(0.45)
  }
})

test('listings cover fourteen whole months and the current month up to today', async () => {
  const [span] = await listings(`SELECT min(listed_on)::VARCHAR AS first, max(listed_on)::VARCHAR AS last,
    count(DISTINCT date_trunc('month', listed_on))::INTEGER AS months FROM listings`)
  expect(span).toEqual({ first: '2025-09-01', last: '2026-11-21', months: 15 })
})

test('every listing has the cell that it lies in', async () => {
  const rows = await listings("SELECT lat, lng, printf('%x', cell) AS cell FROM listings USING SAMPLE 5000 ROWS")
  const astray = rows.filter(({ lat, lng, cell }) => latLngToCell(Number(lat), Number(lng), 8) !== cell)
  expect(astray).toEqual([])
})

test('there are no listings at sea, on a lake or in a large park', async () => {
  const places: readonly (readonly [string, number, number, number])[] = [
    ['off Barcelona', 41.36, 2.26, 0.03],
    ['Baie des Anges', 43.665, 7.27, 0.015],
    ['San Francisco Bay', 37.72, -122.3, 0.03],
    ['the Tasman Sea', -33.9, 151.34, 0.04],
    ['Port Phillip', -37.95, 144.88, 0.05],
    ['Lake Michigan', 41.9, -87.52, 0.06],
    ['the Channel', 50.5, 0, 0.15],
    ['Casa de Campo', 40.418, -3.756, 0.01],
  ]
  for (const [name, lat, lng, reach] of places) {
    const [counted] = await listings(`SELECT count(*)::INTEGER AS n FROM listings
      WHERE abs(lat - ${lat}) < ${reach} AND abs(lng - ${lng}) < ${reach}`)
    expect({ name, n: counted?.n }).toEqual({ name, n: 0 })
  }
})

test('every listing lies on land of its own country', async () => {
  const land = createLandMask(readOutlines(), readSeaCells())
  const rows = await listings('SELECT country, lat, lng FROM listings')
  const astray = rows.filter(({ country, lat, lng }) => !land.isLand(country as DemoCountry, Number(lat), Number(lng)))
  expect(astray).toEqual([])
})

test.each([
  ['Barcelona', 41.39, 2.165, 2, 11, 1.5],
  ['London', 51.508, -0.14, 5, 17, 1.7],
  ['Paris', 48.857, 2.345, 4, 12, 1.5],
])('prices fall from the centre of %s to its fringe', async (_, lat, lng, centre_km, fringe_km, factor) => {
  const km = `111.2 * sqrt(pow(lat - ${lat}, 2) + pow((lng - ${lng}) * cos(radians(${lat})), 2))`
  const [prices] = await listings(`SELECT
      median(price / area) FILTER (${km} < ${centre_km}) AS centre,
      median(price / area) FILTER (${km} BETWEEN ${fringe_km} AND ${fringe_km * 2}) AS fringe
    FROM listings WHERE ad_sub_type = 'buy' AND property_type IN ('apartment', 'house', 'townhouse')`)
  expect(Number(prices?.centre) / Number(prices?.fringe)).toBeGreaterThan(factor)
})

test('listings thin out from the centre of London', async () => {
  const km = '111.2 * sqrt(pow(lat - 51.508, 2) + pow((lng + 0.126) * cos(radians(51.5)), 2))'
  const [counted] = await listings(`SELECT (count(*) FILTER (${km} < 6) / 36.0)::DOUBLE AS inner_density,
    (count(*) FILTER (${km} BETWEEN 15 AND 20) / 175.0)::DOUBLE AS outer_density FROM listings`)
  expect(Number(counted?.inner_density)).toBeGreaterThan(4 * Number(counted?.outer_density))
})

test.each(['es', 'fr', 'de', 'gb'])('most of %s has about as many listings as the rest of it', async (country) => {
  const rows = await listings(
    `SELECT printf('%x', cell) AS cell, count(*)::INTEGER AS n FROM listings WHERE country = '${country}' GROUP BY 1`,
  )
  const inHexagon = new Map<string, number>()
  for (const { cell, n } of rows) {
    const hexagon = cellToParent(String(cell), 4)
    inHexagon.set(hexagon, (inHexagon.get(hexagon) ?? 0) + Number(n))
  }
  const counts = [...inHexagon.values()]
  // A few large cities would leave the usual hexagon a tenth of the mean.
  expect(Number(median(counts))).toBeGreaterThan(0.5 * Number(mean(counts)))
})

test('Gràcia is one macrozone of Barcelona, with neighbourhoods and cells', () => {
  const rows = found("SELECT * FROM place WHERE name = 'Gràcia'")
  expect(rows).toHaveLength(1)
  const [gracia] = rows as [Row]
  expect(gracia).toMatchObject({ level: 'macrozone', country: 'es', h3_res: 8, source: 'demo' })
  const line = found(
    `WITH RECURSIVE line AS (SELECT *, 0 AS up FROM place WHERE geo_id = ?
       UNION ALL SELECT place.*, up + 1 FROM place JOIN line ON place.geo_id = line.parent)
     SELECT name, level FROM line ORDER BY up`,
    String(gracia.geo_id),
  )
  expect(line.map(({ level, name }) => `${level} ${name}`)).toEqual([
    'macrozone Gràcia',
    'city Barcelona',
    'province Barcelona',
    'region Catalunya',
    'country Spain',
  ])
  const below = found("SELECT name FROM place WHERE parent = ? AND level = 'microzone'", String(gracia.geo_id))
  expect(below.map(({ name }) => name)).toContain('la Vila de Gràcia')
  const [cells] = found('SELECT count(*) AS n FROM place_cell WHERE geo_id = ?', String(gracia.geo_id))
  expect(cells?.n).toBeGreaterThan(2)
})

test('levels that a country does not have are skipped, and every place except countries has a parent and cells', () => {
  const skipped = found(`SELECT DISTINCT parent.level || ' > ' || child.level AS step
    FROM place child JOIN place parent ON parent.geo_id = child.parent`).map(({ step }) => step)
  expect(skipped).toEqual(expect.arrayContaining(['region > city', 'province > city', 'city > microzone']))
  expect(found("SELECT * FROM place WHERE level <> 'country' AND parent NOT IN (SELECT geo_id FROM place)")).toEqual([])
  expect(
    found("SELECT * FROM place WHERE level <> 'country' AND geo_id NOT IN (SELECT geo_id FROM place_cell)"),
  ).toEqual([])
})

test('names repeat within a country and across countries', () => {
  const within = found('SELECT name FROM place GROUP BY country, name, level HAVING count(*) > 20')
  expect(within.map(({ name }) => name)).toEqual(expect.arrayContaining(['Nord', 'Centro', 'Downtown', 'City Centre']))
  const across = found("SELECT name FROM place WHERE level = 'city' GROUP BY name HAVING count(DISTINCT country) > 1")
  expect(across.length).toBeGreaterThan(20)
})

test('the tree has all regions of the six countries, and the provinces of Spain and France', () => {
  const counts = found(`SELECT country, level, count(*) AS n FROM place
    WHERE level IN ('region', 'province') GROUP BY 1, 2 ORDER BY 1, 2`)
  expect(counts.map(({ country, level, n }) => `${country} ${level} ${n}`)).toEqual([
    'au region 8',
    'de region 16',
    'es province 43',
    'es region 19',
    'fr province 96',
    'fr region 13',
    'gb region 4',
    'us region 51',
  ])
})

test('a listing has the names of the places with its cell', async () => {
  const rows = await listings(`SELECT city, macrozone, cell::VARCHAR AS cell FROM listings
    WHERE macrozone IS NOT NULL USING SAMPLE 300 ROWS`)
  for (const { city, macrozone, cell } of rows) {
    const names = found(
      'SELECT name FROM place JOIN place_cell USING (geo_id) WHERE cell = CAST(? AS INTEGER)',
      String(cell),
    ).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([city, macrozone]))
  }
})

test('a second run in the same month does nothing', async () => {
  const file = join(listingsDir(dataDir), 'demo.parquet')
  const before = statSync(file).mtimeMs
  const again = await make('2026-11-29T00:00:00Z')
  expect(again).toMatchObject({ made: false, listings: report.listings, places: report.places })
  expect(statSync(file).mtimeMs).toBe(before)
})

test('without a given size, the market keeps its size', async () => {
  expect(await makeDemo({ dataDir, now: () => new Date('2026-11-29T00:00:00Z'), log })).toMatchObject({ made: false })
})

test('a run in the next month replaces the market, and the same seed draws the same homes in the same places', {
  tags: 'nightly',
  timeout: SLOW_MS,
}, async () => {
  const file = join(listingsDir(dataDir), 'demo.parquet')
  const earlier = join(dataDir, 'earlier.parquet')
  copyFileSync(file, earlier)
  const ids = () => found('SELECT geo_id, name, parent FROM place ORDER BY geo_id')
  const idsBefore = ids()

  const moved = await make('2026-12-02T00:00:00Z')
  expect(moved).toMatchObject({ made: true, month: '2026-12-01', places: report.places })
  const [span] = await listings('SELECT min(listed_on)::VARCHAR AS first, count(*)::INTEGER AS n FROM listings')
  expect(span).toEqual({ first: '2025-10-01', n: moved.listings })
  expect(ids()).toEqual(idsBefore)

  const columns = 'country, ad_sub_type, property_type, rooms, lat, lng, cell, city, microzone'
  const [drawn] =
    await listings(`SELECT count(*)::INTEGER AS both, count(*) FILTER (before IS DISTINCT FROM after)::INTEGER AS moved
      FROM (SELECT key, row(${columns}) AS before FROM read_parquet('${earlier}'))
      JOIN (SELECT key, row(${columns}) AS after FROM listings) USING (key)`)
  expect(drawn?.both).toBeGreaterThan(LISTINGS * 0.9)
  expect(drawn?.moved).toBe(0)
})

test('a size or seed that is not a whole number is refused by name', async () => {
  const options = { dataDir, now: () => new Date(), log }
  await expect(makeDemo({ ...options, listings: 0.5 })).rejects.toThrow('demo listings "0.5"')
  await expect(makeDemo({ ...options, seed: Number.NaN })).rejects.toThrow('demo seed "NaN"')
})
