// @module-tag nightly
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

// 40.4168° N 3.7038° W (Madrid), in metres: R λ and R ln tan(π/4 + φ/2).
const [X, Y] = [-412305.13, 4926696.67]
const CONVERTED = 'metres of Web Mercator (EPSG:3857), converted to degrees'
const WKB = (x: number, y: number, srid: string) => {
  const numbers = Buffer.alloc(16)
  numbers.writeDoubleLE(x, 0)
  numbers.writeDoubleLE(y, 8)
  return `01${srid}${numbers.toString('hex')}`
}

async function expectMadrid(kept = 1) {
  const points = await fixture.kept('lat, lng')
  expect(points).toHaveLength(kept)
  for (const { lat, lng } of points) {
    expect(lat).toBeCloseTo(40.4168, 6)
    expect(lng).toBeCloseTo(-3.7038, 6)
  }
}

const csv = (header: string, ...cells: string[]) =>
  [`price;date;${header}`, ...cells.map((cell, i) => `${250_000 + i};2026-10-03;${cell}`)].join('\n')

test.each([
  ['x_3857;y_3857', `${X};${Y}`],
  ['X_EPSG3857;Y_EPSG3857', `${X};${Y}`],
  ['mercator_x;mercator_y', `${X};${Y}`],
  ['lon (Web Mercator);lat (Web Mercator)', `${X};${Y}`],
  ['geom_3857', `POINT (${X} ${Y})`],
  ['geom', `"SRID=3857;POINT(${X} ${Y})"`],
  ['geom', WKB(X, Y, '01000020110f0000')],
])('coordinates in columns %s become degrees', async (header, cells) => {
  const report = await fixture.importFile(fixture.write('a.csv', csv(header, cells)))
  expect(report).toMatchObject({ kept: 1, repaired: { [CONVERTED]: 1 } })
  await expectMadrid()
})

test('degrees are preferred to metres beside them, and read in columns that are called metres', async () => {
  const both = csv('x_3857;y_3857;x_4326;y_4326', `1;2;-3.7038;40.4168`)
  expect(await fixture.importFile(fixture.write('a.csv', both))).toMatchObject({ kept: 1, repaired: {} })
  const misnamed = csv('x_3857;y_3857', `-3.7038;40.4168`, `${X};${Y}`)
  expect(await fixture.importFile(fixture.write('b.csv', misnamed))).toMatchObject({
    kept: 2,
    repaired: { [CONVERTED]: 1 },
  })
  await expectMadrid(3)
})

const feature = (price: number, rest = {}) => ({
  ...{ type: 'Feature', properties: { price, date: '2026-10-03', ...rest } },
  geometry: { type: 'Point', coordinates: [X, Y] },
})
const CRS = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } }

test('GeoJSON and the features of a map server say their system, as a whole or each', async () => {
  const rows = { rows: 1, kept: 1, repaired: { [CONVERTED]: 1 } }
  const collection = JSON.stringify({ type: 'FeatureCollection', crs: CRS, features: [feature(1_000)] })
  expect(await fixture.importFile(fixture.write('a.geojson', collection))).toMatchObject(rows)
  const lines = [2_000, 3_000].map((price) => JSON.stringify({ ...feature(price), crs: CRS })).join('\n')
  expect(await fixture.importFile(fixture.write('a.geojsonl', lines))).toMatchObject({ kept: 2 })
  const attributes = { price: 4_000, date: '2026-10-03' }
  const esri = { spatialReference: { wkid: 102100 }, features: [{ attributes, geometry: { x: X, y: Y } }] }
  expect(await fixture.importFile(fixture.write('b.json', JSON.stringify(esri)))).toMatchObject(rows)
  await expectMadrid(4)
})

test('rejected points keep the name of their system, so that they can be corrected and imported', async () => {
  const collection = { type: 'FeatureCollection', crs: CRS, features: [feature(250_000, { date: 'soon' })] }
  const report = await fixture.importFile(fixture.write('a.geojson', JSON.stringify(collection)))
  expect(report).toMatchObject({ kept: 0, rejected: { 'unreadable date': 1 } })
  const again = await fixture.importFile(report.rejects_file ?? '', { map: { date: '=2026-10-03' } })
  expect(again).toMatchObject({ kept: 1, repaired: { [CONVERTED]: 1 } })
  await expectMadrid()
})

const projjson = (code: number) => JSON.stringify({ type: 'ProjectedCRS', name: 'x', id: { authority: 'EPSG', code } })

test('GeoParquet says the system of its points', async () => {
  const report = await fixture.importFile(await geoParquet(projjson(3857)))
  expect(report).toMatchObject({ kept: 1, repaired: { [CONVERTED]: 1 } })
  await expectMadrid()
  await expect(fixture.importFile(await geoParquet(projjson(25830)))).rejects.toThrow(
    'found coordinates in EPSG:25830; convert the file to EPSG:4326 first',
  )
  const beside = await geoParquet(projjson(25830), ', 40.4168 AS lat, -3.7038 AS lng')
  expect(await fixture.importFile(beside)).toMatchObject({ kept: 1, repaired: {} })
})

test('columns that only have metres of another grid are refused with what to do', async () => {
  for (const header of ['x_25830;y_25830', 'Easting;Northing', 'geom_2154', 'X_L93;Y_L93', 'UTM_X;UTM_Y'])
    await expect(fixture.importFile(fixture.write('a.csv', csv(header, '440000;4474000')))).rejects.toThrow(
      `found only metres of a grid (${header.replace(';', ', ')}); convert them to EPSG:4326 first`,
    )
})

test('coordinates in metres without a stated system are rejected, and the report says what to do', async () => {
  const report = await fixture.importFile(fixture.write('a.csv', csv('x;y', '440000;4474000')))
  expect(report.rejected).toEqual({
    'coordinates in metres of a grid or in millionths of a degree, not in degrees (WGS 84)': 1,
  })
  expect(report.notes.join()).toContain('coordinates in metres: 1; if they are Web Mercator')
})

async function geoParquet(crs: string, columns = ''): Promise<string> {
  const file = join(fixture.dir, `${crs.length}${columns.length}.parquet`)
  const geo = JSON.stringify({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Point'], crs: JSON.parse(crs) } },
  })
  const duckdb = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await duckdb.connect()
  await connection.run(
    `COPY (SELECT 250000 AS price, DATE '2026-10-03' AS date, from_hex('${WKB(X, Y, '01000000')}') AS geometry${columns})
    TO '${file}' (FORMAT parquet, KV_METADATA {geo: '${geo}'})`,
  )
  connection.closeSync()
  duckdb.closeSync()
  return file
}
