import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import type { Edition } from '../../../contract/proxy-api.ts'
import { trustCell } from '../../../domain/cell.ts'
import { parseCurrency } from '../../../domain/currency.ts'
import type { CellState } from '../../../domain/figure.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { readGeoParquet } from '../../../testing/read-geoparquet.ts'
import { areaFigures } from '../../areas/spread/area-figures.ts'
import { distributionOf } from '../../areas/spread/distribution.ts'
import { outlineOfShape } from '../../drawing/area-outlines.ts'
import { withSecondMap } from '../../export/export-record.ts'
import { outlineGeometry } from '../../export/outline-geometry.ts'
import { recordsGeoParquet } from '../../export/records-geoparquet.ts'
import type { AreaColor, AreaShape } from '../../state/address/area-choice.ts'
import type { CellView } from '../../view/view-cells.ts'
import { areaRecords, cellsOfAreas } from './area-records.ts'
import { compareSpreads } from './compare-spreads.ts'
import type { TrayEntry } from './use-tray.ts'

const cellAt = (index: number) => trustCell(latLngToCell(41.4 + index / 50, 2.17, 8))
const METRIC = 'median_price_per_sqm'
const USD = parseCurrency('USD') ?? expect.fail()

function cellView(index: number, state: CellState, price: number | null): CellView {
  const cell = cellAt(index)
  const medians = { median_price: null, median_price_per_sqm: price, median_area: null }
  const figure =
    price === null ? null : { cell, estimated: state === 'estimated', listings: 10, name: 'Gràcia', ...medians }
  return { cell, state, figure }
}

function entry(color: AreaColor, shape: AreaShape, cells: readonly CellView[], base: TrayEntry | null): TrayEntry {
  const bought = areaFigures(cells, METRIC)
  const spread = distributionOf([...bought.observed, ...bought.estimated])
  const units = { currency: 'USD', size_unit: 'sqm', isRent: false }
  const edition = {
    as_of: '2026-11-01',
    window_start: '2026-08-01',
    window_end: '2026-10-31',
    resolution: 8,
    lens: 'default',
    currency: USD,
    size_unit: 'sqm',
  }
  return {
    chosen: { shape, color, resolution: 8, name: null },
    name: `Area ${color}`,
    // The rest of both is about what is left to buy.
    area: {
      cells,
      edition: edition as unknown as Edition,
      isComplete: true,
      resolution: 8,
    } as unknown as TrayEntry['area'],
    bought,
    figures: bought,
    units,
    shownUnits: units,
    spread,
    isBaseline: base === null,
    difference: base?.spread && spread ? { ...compareSpreads(spread, base.spread), isEstimate: false } : null,
  }
}

const circle = { kind: 'circle', circle: { lat: 41.4, lng: 2.17, radius_km: 2 } } as const
const first = entry(
  0,
  circle,
  [1, 2, 3, 4, 5].map((index) => cellView(index, index === 5 ? 'estimated' : 'observed', 1000 * index)),
  null,
)
test('a quartile has the digits of a decimal number', () => {
  const prices = [13.8, 13.994265, 13.99426604].map((price, index) => cellView(index, 'observed', price))
  const even = [...prices, cellView(3, 'observed', 20)]
  expect((13.994265 + 13.99426604) / 2, 'what it is made of').not.toBe(13.99426552)
  const [record] = areaRecords({ entries: [entry(0, circle, even, null)], metric: METRIC, since: null }, [12.5])
  expect(record).toMatchObject({ middle: 13.99426552, size_km2: 12.5 })
})

test('where an area lies and how large it is has no digits of the calculation', () => {
  const cell = { kind: 'cell', cell: trustCell('88394461c9fffff') } as const
  const [record] = areaRecords({ entries: [entry(0, cell, [], null)], metric: METRIC, since: null }, [0.737327598])
  expect(record?.size_km2).toBe(0.737328)
  expect([record?.lat, record?.lng].map(String).join(' ')).toMatch(/^-?\d+\.\d{1,6} -?\d+\.\d{1,6}$/)
})

test('the difference in a file is that of the middles beside it', () => {
  const [base, other] = [6765.4, 5751.6].map((price) => [cellView(0, 'observed', price)])
  const baseline = entry(0, circle, base ?? [], null)
  const entries = [baseline, entry(1, circle, other ?? [], baseline)]
  const [first, second] = areaRecords({ entries, metric: METRIC, since: null }, [12.5, 12.5])
  expect(first?.middle).toBe(6765.4)
  expect(second).toMatchObject({ middle: 5751.6, difference: -1013.8 })
})

test('the difference of what the page computes is that of the middles beside it, and one of shares is in points alone', () => {
  const cells = [4.123_46, 4.119_13].map((yields, index): CellView[] => {
    const { figure, ...view } = cellView(index, 'observed', 3000)
    return [{ ...view, figure: figure && { ...figure, rental_yield: yields } }]
  })
  const [base, other] = cells.map((each, color) => {
    const bought = areaFigures(each, 'rental_yield')
    return { ...entry(color === 0 ? 0 : 1, circle, each, color === 0 ? null : first), bought }
  })
  const entries = base && other ? [base, other] : expect.fail()
  const [, record] = areaRecords({ entries, metric: 'rental_yield', since: null }, [])
  expect(record).toMatchObject({ middle: 4.119, difference: -0.004, difference_pct: null })
  expect(record?.listings, 'those of the sales alone would not be all that are behind a yield').toBeNull()
})

const place = { kind: 'place', geo_id: parseGeoId('z1') ?? expect.fail() } as const
const second = entry(
  1,
  place,
  [
    cellView(6, 'observed', 6000),
    cellView(7, 'too_few', null),
    cellView(8, 'not_bought', null),
    cellView(9, 'sea', null),
  ],
  first,
)
const areas = { entries: [first, second], metric: METRIC, since: null } as const

test('an area is exported with its spread, its cells by state, its difference, period and units', () => {
  const [one, other] = areaRecords(areas, [12.5, null])
  expect(one).toMatchObject({
    area: 'A',
    name: 'Area 0',
    kind: 'circle',
    lat: 41.4,
    radius_km: 2,
    size_km2: 12.5,
    state: 'complete',
    metric: METRIC,
    least: 1000,
    lower_quartile: 2000,
    middle: 3000,
    upper_quartile: 4000,
    most: 5000,
    difference: null,
    listings: 40,
    cells: 5,
    cells_observed: 4,
    cells_estimated: 1,
    currency: 'USD',
    size_unit: 'sqm',
    as_of: '2026-11-01',
    window_start: '2026-08-01',
    resolution: 8,
    lens: 'default',
  })
  expect(other).toMatchObject({
    area: 'B',
    kind: 'place',
    geo_id: 'z1',
    lat: null,
    baseline: 'A',
    state: 'incomplete',
    middle: 6000,
    lower_quartile: null,
    difference: 3000,
    difference_pct: 100,
    overlap: 'unknown',
    cells: 3,
    cells_too_few: 1,
    cells_sea: 1,
  })
})

test('the hexagons of areas name their area, without the sea', () => {
  const cells = cellsOfAreas(areas)
  expect(cells.map(({ area, state }) => [area, state])).toEqual([
    ...Array.from({ length: 4 }, () => ['A', 'observed']),
    ['A', 'estimated'],
    ['B', 'observed'],
    ['B', 'too_few'],
    ['B', 'not_bought'],
  ])
})

test('DuckDB reads areas as GeoParquet, with a second map and without a known outline', async () => {
  const records = withSecondMap(areaRecords(areas, [1, 2]), areaRecords(areas, [1, 2]).slice(1), {
    keys: ['area'],
    shared: ['name'],
  })
  const file = recordsGeoParquet({ records, outlines: [outlineGeometry(outlineOfShape(circle)), null] })
  const { rows, shapes } = await readGeoParquet(file)
  expect(rows).toEqual(records.map((record) => ({ ...record })))
  expect(rows[0]).toMatchObject({ cells_observed: 4, second_middle: null })
  expect(rows[1]).toMatchObject({ second_middle: 6000, second_cells_observed: 1 })
  expect(shapes.map(({ text }) => text?.slice(0, 10) ?? null)).toEqual(['POLYGON ((', null])
})
