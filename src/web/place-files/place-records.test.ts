import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import type { Edition } from '../../contract/proxy-api.ts'
import { trustCell } from '../../domain/cell.ts'
import { parseCurrency } from '../../domain/currency.ts'
import { type Level, parseGeoId } from '../../domain/place.ts'
import { readGeoParquet } from '../../testing/read-geoparquet.ts'
import { outlineGeometry } from '../export/outline-geometry.ts'
import { recordsGeoParquet } from '../export/records-geoparquet.ts'
import { outlineOf } from '../places/outline.ts'
import type { CellView } from '../view/view-cells.ts'
import { cellsOfPlace, type ExportedPlace, type ListedPlace, placeRecords } from './place-records.ts'

const cellAt = (index: number) => trustCell(latLngToCell(41.4 + index / 50, 2.17, 8))

function viewAt(index: number, price: number | null): CellView {
  const cell = cellAt(index)
  const rest = { estimated: false, listings: 10, name: 'Gràcia', median_price: null, median_area: null }
  if (price === null) return { cell, state: index === 9 ? 'sea' : 'too_few', figure: null }
  return { cell, state: 'observed', figure: { cell, median_price_per_sqm: price, ...rest } }
}

const listed = (id: string, level: Level, indices: readonly number[]): ListedPlace => ({
  geo_id: parseGeoId(id) ?? expect.fail(),
  place: { geo_id: id, name: `Place ${id}`, level, country: 'es', ancestors: [], signal: null },
  cells: indices.map(cellAt),
  km2: indices.length,
})

const whole = listed('z1', 'city', [1, 2, 3, 4, 5, 9])
const parts = [listed('z2', 'macrozone', [1, 2]), listed('z3', 'macrozone', [3, 4]), listed('z4', 'macrozone', [5])]
const edition = {
  as_of: '2026-11-01',
  window_start: '2026-08-01',
  window_end: '2026-10-31',
  resolution: 8,
  lens: 'default',
  currency: parseCurrency('USD'),
  size_unit: 'sqm',
}
const exported = {
  ...whole,
  // The rest is about what is left to buy.
  area: {
    cells: [viewAt(1, 1000), viewAt(2, 2000), viewAt(3, 3000), viewAt(4, 4000), viewAt(5, null), viewAt(9, null)],
    edition: edition as unknown as Edition,
    isComplete: true,
    resolution: 8,
  } as unknown as ExportedPlace['area'],
  units: { currency: 'USD', size_unit: 'sqm', isRent: false },
  metric: 'median_price_per_sqm',
  since: null,
} satisfies ExportedPlace
const records = placeRecords(exported, whole, parts)

test('a place is exported before its parts, which are ranked and compared with it from its own cells', () => {
  const told = records.map(({ geo_id, part_of, rank, middle, difference, cells, size_km2 }) => ({
    geo_id,
    part_of,
    rank,
    middle,
    difference,
    cells,
    size_km2,
  }))
  expect(told).toEqual([
    { geo_id: 'z1', part_of: null, rank: null, middle: 2500, difference: null, cells: 5, size_km2: 6 },
    { geo_id: 'z2', part_of: 'z1', rank: 2, middle: 1500, difference: -1000, cells: 2, size_km2: 2 },
    { geo_id: 'z3', part_of: 'z1', rank: 1, middle: 3500, difference: 1000, cells: 2, size_km2: 2 },
    { geo_id: 'z4', part_of: 'z1', rank: null, middle: null, difference: null, cells: 1, size_km2: 1 },
  ])
  expect(records[1]).toMatchObject({ name: 'Place z2', level: 'macrozone', state: 'complete', as_of: '2026-11-01' })
  expect(Object.keys(records[0] ?? {})).not.toContain('area')
})

test('the hexagons of a place are exported without the sea, and without the columns of compared areas', () => {
  const cells = cellsOfPlace(exported)
  expect(cells.map(({ state }) => state)).toEqual(['observed', 'observed', 'observed', 'observed', 'too_few'])
  expect(Object.keys(cells[0] ?? {})[0]).toBe('h3')
})

test('DuckDB reads a place and its parts as GeoParquet', async () => {
  const outlines = [whole, ...parts].map(({ cells }) => outlineGeometry(outlineOf(cells)))
  const { rows, shapes } = await readGeoParquet(recordsGeoParquet({ records, outlines }))
  expect(rows).toEqual(records.map((record) => ({ ...record })))
  expect(shapes.map(({ type }) => type)).toEqual(parts.concat(whole).map(() => "GEOMETRY('OGC:CRS84')"))
})
