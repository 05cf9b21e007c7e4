import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trustCell } from '../../../domain/cell.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { readGeoParquet } from '../../../testing/read-geoparquet.ts'
import { areaFigures } from '../../areas/spread/area-figures.ts'
import { outlineOfShape } from '../../drawing/area-outlines.ts'
import { withSource } from '../../export/export-record.ts'
import { outlineGeometry } from '../../export/outline-geometry.ts'
import { excelManner, recordsCsv } from '../../export/records-csv.ts'
import { recordsGeoJson } from '../../export/records-geojson.ts'
import { recordsGeoParquet } from '../../export/records-geoparquet.ts'
import { areaOfShape } from '../../own-areas/area-of-shape.ts'
import { readOwnFile } from '../../own-areas/read-own-file.ts'
import type { AreaShape } from '../../state/address/area-choice.ts'
import { fileSource } from '../../ui/words/file-source.ts'
import { areaRecords, type ExportedArea } from './area-records.ts'

const PLACE = { kind: 'place', geo_id: parseGeoId('es-gràcia') ?? expect.fail() } as const
const CELL = trustCell('88394461c9fffff')
const CORNERS = [
  { lat: 41.38, lng: 2.1 },
  { lat: 41.38, lng: 2.2 },
  { lat: 41.42, lng: 2.15 },
]
const DRAWN = [
  { kind: 'circle', circle: { lat: 41.39, lng: 2.16, radius_km: 1.2 } },
  { kind: 'polygon', corners: CORNERS },
  { kind: 'cell', cell: CELL },
] as const
const SHAPES: readonly AreaShape[] = [...DRAWN, PLACE]

/** What a file of areas has. The outline of the place is that of hexagons around it. */
function savedAreas() {
  const entries = SHAPES.map((shape, color) => ({
    chosen: { shape, color, resolution: 8, name: null },
    name: `Area ${color}`,
    area: { cells: [], edition: null, isComplete: true, resolution: 8 },
    bought: areaFigures([], 'median_price_per_sqm'),
    shownUnits: null,
    isBaseline: color === 0,
    difference: null,
  })) as unknown as ExportedArea[]
  const records = areaRecords({ entries, metric: 'median_price_per_sqm', since: null }, [])
  const outlines = [...DRAWN, DRAWN[2]].map((shape) => outlineGeometry(outlineOfShape(shape)))
  return withSource({ records, outlines }, fileSource(), false)
}

async function readBack(text: string) {
  const { shapes, unplaced } = await readOwnFile(new Blob([text]))
  const areas = shapes.map((own) => {
    const area = areaOfShape(own)
    return typeof area === 'string' ? area : { name: own.name, shape: area.shape }
  })
  return { areas, unplaced }
}

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://map.example' } }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['CSV', () => recordsCsv(savedAreas().records)],
  ['CSV for an Excel with decimal commas', () => recordsCsv(savedAreas().records, excelManner(','))],
  ['GeoJSON', () => recordsGeoJson(savedAreas())],
])('areas that were saved as %s are the same when the file is opened', async (_, save) => {
  const areas = SHAPES.map((shape, index) => ({ name: `Area ${index}`, shape }))
  expect(await readBack(save())).toEqual({ areas, unplaced: 0 })
})

test('a place of another service is the outline that its file has', async () => {
  const text = recordsGeoJson(savedAreas())
  vi.stubGlobal('window', { location: { origin: 'https://other.example' } })
  const { areas } = await readBack(text)
  expect(areas[3]).toMatchObject({ name: 'Area 3', shape: { kind: 'polygon' } })
})

test.each([
  ['CSV', () => recordsCsv([{ h3: CELL, place: 'Gràcia', state: 'observed', listings: 7 }])],
  [
    'GeoJSON',
    () =>
      recordsGeoJson({
        records: [{ h3: CELL, place: 'Gràcia' }],
        outlines: [outlineGeometry(outlineOfShape(DRAWN[2]))],
      }),
  ],
  ['a table of another program', () => `hex_id;city\n0x${CELL.toUpperCase()};Gràcia\n`],
])('hexagons of %s are hexagons', async (_, save) => {
  expect((await readBack(save())).areas).toEqual([{ name: 'Gràcia', shape: DRAWN[2] }])
})

test('a drawn area can be saved as GeoParquet, with its outline as text', async () => {
  const { rows } = await readGeoParquet(recordsGeoParquet(savedAreas()))
  expect(rows).toEqual(savedAreas().records.map((record) => ({ ...record })))
  expect(rows[1]?.outline).toBe('POLYGON ((2.1 41.38, 2.2 41.38, 2.15 41.42, 2.1 41.38))')
})
