import { getPentagons, latLngToCell } from 'h3-js'
import Database from 'libsql'
import { expect } from 'vitest'
import { type Cell, trustCell } from '../domain/cell.ts'
import { cellCenter, cellsAround } from '../domain/distance.ts'
import type { FigureRow, Period } from '../service/figures/period.ts'
import { type Listing, openListingWriter } from '../service/listings/listing-store.ts'
import type { TestClickhouse } from './servers/clickhouse-server.ts'
import { CITY_CELLS } from './service-fixture.ts'

export const PENTAGON = trustCell(getPentagons(8)[0] ?? '')
/** Square metres of a square foot. */
const SQFT = 0.09290304

/**
 * Listings with everything in which two engines could differ: ties at the bounds of the trim in groups of 100 to 700,
 * areas in square feet, prices with more decimals than count, several currencies and one without a rate, listings
 * without an area, rooms beyond five and unknown, cells around a pentagon, and those of `border`.
 */
export async function writeComparedListings(dataDir: string, border: readonly Cell[] = []): Promise<void> {
  const writer = await openListingWriter(dataDir, 'all')
  const random = mulberry(7)
  const around = (lat: number, lng: number, rings: number) => cellsAround(trustCell(latLngToCell(lat, lng, 8)), rings)
  const sites: [country: string, currency: string, cells: readonly Cell[], listings: number][] = [
    ['es', 'EUR', around(41.39, 2.16, 9), 5_000],
    ['us', 'USD', around(40.7, -74, 6), 2_000],
    ['no', 'NOK', around(59.9, 10.7, 3), 700],
    ['xx', 'XTS', around(1, 1, 1), 40],
    ['is', 'EUR', cellsAround(PENTAGON, 4), 900],
    ['ge', 'EUR', border, border.length === 0 ? 0 : 1_500],
  ]
  let key = 0
  for (const [country, currency, cells, listings] of sites) {
    for (let i = 0; i < listings; i++) {
      const cell = cells[Math.floor(random() ** 2 * cells.length)] ?? CITY_CELLS[0]
      if (cell === undefined) throw new Error('expected a cell')
      const area =
        [null, 80.1, 240.3, Number((900 * SQFT).toFixed(8)), 30 + Math.floor(random() * 400) / 4][i % 5] ?? null
      // Many equal quotients, and some that differ in the last digits of their doubles only.
      const perSqm = [1_248.439_45, 3_000, 3_000.000_01, 500 + random() * 9_000][i % 4] ?? 0
      const rooms = [null, 0, 1, 2, 3, 5, 6, 9][Math.floor(random() * 8)] ?? null
      writer.add({
        ...FLAT,
        key: `${key++}`,
        country,
        currency,
        ad_sub_type: i % 9 === 0 ? 'rent' : 'buy',
        property_type: ['apartment', 'house', 'land'][Math.floor(random() * 3)] ?? 'other',
        rooms,
        price: i % 7 === 0 ? 200_000 : Number(((area ?? 70) * perSqm).toFixed(i % 3 === 0 ? 6 : 2)),
        area,
        listed_on: `2026-${['09', '10'][(i >> 2) % 2]}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`,
        ...cellCenter(cell),
        cell,
      })
    }
  }
  await writer.publish()
}

/** A listing without what differs between listings. */
export const FLAT: Omit<
  Listing,
  'key' | 'country' | 'currency' | 'rooms' | 'price' | 'area' | 'listed_on' | 'cell' | 'lat' | 'lng'
> = {
  source: 'test',
  ad_sub_type: 'buy',
  property_type: 'apartment',
  region: null,
  province: null,
  city: null,
  macrozone: null,
  microzone: null,
}

/** Small repeatable random numbers from 0 to below 1. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Rows with counts and states as they are, and amounts as equal when they differ by 1e-12 of themselves at most. */
export function expectSameRows(rows: readonly FigureRow[], expected: readonly FigureRow[]): void {
  expect(rows.length).toBe(expected.length)
  let most = 0
  for (const [i, row] of rows.entries()) {
    const other = expected[i]
    if (!other) throw new Error('expected as many rows')
    const [same, as] = [row, other].map(({ cell, estimated, listings }) => `${cell} ${estimated} ${listings}`)
    if (same !== as) expect(same).toBe(as)
    for (const name of ['median_price', 'median_price_per_sqm', 'median_area', 'average_price'] as const) {
      const [a, b] = [row[name], other[name]]
      if (a === b) continue
      if (a === null || b === null) expect([row.cell, name, a]).toEqual([row.cell, name, b])
      else most = Math.max(most, Math.abs(a / b - 1))
    }
  }
  expect(most).toBeLessThanOrEqual(1e-12)
}

type Stored = [lens: string, cell: string, estimated: number | boolean, listings: number, ...amounts: (number | null)[]]

/** All figures of a period in a file, by lens and cell; the lens is before the cell's id. */
export function figuresInFile({ figuresFile }: Pick<Period, 'figuresFile'>): FigureRow[] {
  const database = new Database(figuresFile ?? '', { readonly: true })
  try {
    const sql = `SELECT ad_sub_type || ' ' || property_type || ' ' || rooms || ' ', CAST(cell AS TEXT), estimated, listings,
      median_price, median_price_per_sqm, median_area, average_price
      FROM figure JOIN lens ON lens.id = lens ORDER BY ad_sub_type, property_type, rooms, cell`
    return (database.prepare(sql).raw().all([]) as Stored[]).map(storedFigure)
  } finally {
    database.close()
  }
}

export async function figuresInTable(server: TestClickhouse, build: string): Promise<FigureRow[]> {
  const lines = await server.ask(`
    SELECT ad_sub_type || ' ' || property_type || ' ' || toString(rooms) || ' ', toString(cell), estimated, listings,
      median_price, median_price_per_sqm, median_area, average_price
    FROM figure WHERE build = '${build}' ORDER BY ad_sub_type, property_type, rooms, cell FORMAT JSONCompactEachRow`)
  return lines.split('\n').map((line) => storedFigure(JSON.parse(line)))
}

function storedFigure([lens, cell, estimated, listings, price, perSqm, area, average]: Stored): FigureRow {
  return {
    cell: `${lens}${cell}` as Cell,
    estimated: Boolean(estimated),
    listings,
    median_price: price ?? null,
    median_price_per_sqm: perSqm ?? null,
    median_area: area ?? null,
    average_price: average ?? null,
  }
}
