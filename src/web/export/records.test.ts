import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { parseCurrency } from '../../domain/currency.ts'
import { readGeoParquet } from '../../testing/read-geoparquet.ts'
import { cellRing } from '../view/tile-geometry.ts'
import { cellTable, type ExportContext, type ExportedCell } from './cell-records.ts'
import { withSource } from './export-record.ts'
import { outlineGeometry, signedArea } from './outline-geometry.ts'
import { excelManner, recordsCsv } from './records-csv.ts'
import { recordsGeoJson } from './records-geojson.ts'
import { recordsGeoParquet } from './records-geoparquet.ts'

const cellAt = (lat: number, lng: number, resolution = 8) => trustCell(latLngToCell(lat, lng, resolution))
const figure = (cell: ExportedCell['id'], name: string | null) => ({
  cell,
  estimated: false,
  median_price: 412_345.6,
  median_price_per_sqm: 5_123.4,
  median_area: 80.5,
  average_price: null,
  listings: 12,
  name,
})
const [gracia, sea, suva] = [cellAt(41.4, 2.155), cellAt(41.3, 2.4), cellAt(-17, 180, 4)]
const CELLS: ExportedCell[] = [
  { id: gracia, state: 'observed', figure: figure(gracia, '=HYPERLINK("x"), Gràcia') },
  { id: sea, state: 'too_few', figure: null },
  { id: suva, state: 'estimated', figure: { ...figure(suva, null), rental_yield: 4.25 } },
]
const CONTEXT: ExportContext = {
  edition: {
    as_of: '2026-11-01',
    window_start: '2026-08-01',
    window_end: '2026-10-31',
    resolution: 8,
    lens: 'default',
    currency: 'USD',
  },
  units: { currency: parseCurrency('USD') ?? expect.fail(), size_unit: 'sqm', isRent: false },
  metric: 'rental_yield',
}
const table = cellTable({ cells: CELLS, context: CONTEXT })
const { records } = table
const cellPolygon = (cell: ExportedCell['id']) => outlineGeometry([[cellRing(cell)]])

test('CSV names each column, leaves unknown figures empty, and no text can run as a formula', () => {
  const [head, first, second] = recordsCsv(records).split('\r\n')
  expect(head).toBe(
    'h3,place,state,median_price_per_sqm,median_price,median_area,average_price,listings,rental_yield_pct,currency,exchange_rate,amounts,size_unit,as_of,window_start,window_end,resolution,lens,default_filters',
  )
  expect(first).toMatch(`${gracia},"'=HYPERLINK(""x""), Gràcia",observed,`)
  expect(second).toBe(`${sea},,too_few,,,,,,,USD,,prices,sqm,2026-11-01,2026-08-01,2026-10-31,8,default,`)
})

test.each([' =1+1', '\n@SUM(A1)', '＝1+1', '\u00a0-1'])('no text of CSV can run as a formula: %j', (name) => {
  expect(recordsCsv([{ name }]).split('\r\n')[1]?.replace(/^"/, '')).toMatch(/^'/)
})

test.each(['A;=1+1;', 'A,=1+1,', 'A\t@SUM(1)\t', 'A|+1+1|', 'A;"=1+1";', 'A; ＝1+1', 'A\n=1+1', 'A";"=1+1', ';=1+1'])(
  'no text of CSV can run where another separator is expected: %j',
  (name) => {
    const text = recordsCsv([{ h3: 'a', place: name, state: 'b' }], excelManner(','))
    const plain = recordsCsv([{ h3: 'a', place: name, state: 'b' }])
    const cells = [text, plain].flatMap((each) =>
      [',', ';', '\t', '|'].flatMap((mark) => each.split(/\r?\n/).flatMap((line) => line.split(mark))),
    )
    expect(cells.filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))).toEqual([])
  },
)

test.each([
  ['rental_yield', 4.253_718_22, 4.254],
  ['price_for_area', 485_232.528, 485_200],
  ['area_for_budget', 0.247_304_38, 0.2473],
  ['difference', 1.744_409_51, 1.7],
  ['change', -12.061_2, -12.1],
] as const)('%s has no more digits in a file than are certain', (metric, value, told) => {
  const cells = [{ id: suva, state: 'estimated' as const, figure: { ...figure(suva, null), [metric]: value } }]
  const [record = {}] = cellTable({ cells, context: { ...CONTEXT, metric } }).records
  expect(Object.entries(record).find(([column]) => column.startsWith(metric))?.[1]).toBe(told)
})

test('GeoJSON has closed, counterclockwise outlines within 180 degrees', () => {
  const { type, features } = JSON.parse(recordsGeoJson(table))
  expect([type, features.length, features[0].id]).toEqual(['FeatureCollection', 3, gracia])
  expect(features[0].properties).toEqual(records[0])
  expect(features.map((each: { geometry: { type: string } }) => each.geometry.type)).toEqual([
    'Polygon',
    'Polygon',
    'MultiPolygon',
  ])
  for (const { geometry } of features) {
    const rings: [number, number][][] = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    for (const ring of rings) {
      expect(ring[0]).toEqual(ring.at(-1))
      expect(signedArea(ring)).toBeGreaterThan(0)
      expect(ring.every(([lng]) => Math.abs(lng) <= 180)).toBe(true)
    }
  }
})

test('an outline cut at the antimeridian has the area of the whole', () => {
  const cut = cellPolygon(suva)
  if (cut.type !== 'MultiPolygon') return expect.fail('expected a cell across the antimeridian')
  const [west, east] = cut.coordinates.map(([ring]) => signedArea(ring ?? []))
  const neighbour = cellPolygon(cellAt(-17, 175, 4))
  const whole = signedArea(neighbour.type === 'Polygon' ? (neighbour.coordinates[0] ?? []) : [])
  expect(((west ?? 0) + (east ?? 0)) / whole).toBeCloseTo(1, 1)
})

test('DuckDB reads the GeoParquet, with its geometry as WKB and its metadata', async () => {
  const { rows, geo, shapes } = await readGeoParquet(recordsGeoParquet(table))
  expect(rows).toEqual(records.map((record) => ({ ...record })))
  expect(geo).toEqual({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Polygon', 'MultiPolygon'] } },
  })
  expect(shapes.map(({ type, text }) => [type, /^[A-Z]+/.exec(text ?? '')?.[0]])).toEqual([
    ["GEOMETRY('OGC:CRS84')", 'POLYGON'],
    ["GEOMETRY('OGC:CRS84')", 'POLYGON'],
    ["GEOMETRY('OGC:CRS84')", 'MULTIPOLYGON'],
  ])
})

test('a second map adds columns of its own for the same cells, and DuckDB reads them', async () => {
  const rent = {
    ...CONTEXT,
    edition: { ...CONTEXT.edition, lens: 'ad_sub_type=rent' },
    units: { ...CONTEXT.units, isRent: true },
  }
  const cells = CELLS.map((cell): ExportedCell => ({ ...cell, state: 'too_few', figure: null }))
  const both = cellTable({ cells: CELLS, context: CONTEXT }, { cells: cells.toReversed(), context: rent })
  expect(both.records[0]).toEqual({
    ...records[0],
    ...Object.fromEntries(
      Object.keys(records[0] ?? {}).flatMap((column) => (SHARED.has(column) ? [] : [[`second_${column}`, null]])),
    ),
    second_state: 'too_few',
    second_currency: 'USD',
    second_amounts: 'monthly_rents',
    second_as_of: '2026-11-01',
    second_window_start: '2026-08-01',
    second_window_end: '2026-10-31',
    second_lens: 'ad_sub_type=rent',
  })
  const { rows } = await readGeoParquet(recordsGeoParquet(both))
  expect(rows).toEqual(both.records.map((record) => ({ ...record })))
})

const SHARED = new Set(['h3', 'place', 'resolution', 'size_unit'])

test('filters that the service applied of its own accord have a column', () => {
  const edition = { ...CONTEXT.edition, defaults: { property_type: 'apartment', min_size: '30' } }
  const [first] = cellTable({ cells: CELLS, context: { ...CONTEXT, edition } }).records
  expect(first).toMatchObject({ lens: 'default', default_filters: 'min_size=30&property_type=apartment' })
})

test('a change names both of its periods, and the currency that it was computed in, whichever is shown', () => {
  const since = { as_of: '2025-11-01', window_start: '2025-08-01', window_end: '2025-10-31' }
  const units = { ...CONTEXT.units, currency: 'EUR', rate: 0.8802 }
  const [first] = cellTable({ cells: CELLS, context: { ...CONTEXT, units, metric: 'change', since } }).records
  const columns = Object.keys(first ?? {})
  expect(columns.slice(columns.indexOf('as_of'))).toEqual([
    'as_of',
    'window_start',
    'window_end',
    'since_as_of',
    'since_window_start',
    'since_window_end',
    'change_currency',
    'resolution',
    'lens',
    'default_filters',
  ])
  expect(columns).toContain('change_pct')
  const { as_of } = CONTEXT.edition
  expect(first).toMatchObject({ since_as_of: '2025-11-01', as_of, currency: 'EUR', change_currency: 'USD' })
})

test('every record says where it comes from, and that a market is simulated', async () => {
  const { records, outlines } = withSource(table, 'Squaremetre (https://map.example)', true)
  const told = records.map(({ source, simulated }) => ({ source, simulated }))
  expect(told).toEqual(CELLS.map(() => ({ source: 'Squaremetre (https://map.example)', simulated: 'yes' })))
  expect(withSource(table, 'x', false).records[0]).not.toHaveProperty('simulated')
  const { rows } = await readGeoParquet(recordsGeoParquet({ records, outlines }))
  expect(rows).toEqual(records.map((record) => ({ ...record })))
})

test('converted amounts name their rate, and a window that the service does not state is unknown, not empty text', () => {
  const units = { ...CONTEXT.units, currency: 'EUR', rate: 0.8802 }
  const edition = { ...CONTEXT.edition, window_start: '', window_end: '' }
  const [record] = cellTable({ cells: CELLS, context: { ...CONTEXT, units, edition } }).records
  expect(record).toMatchObject({ currency: 'EUR', exchange_rate: 0.8802, window_start: null, window_end: null })
})
