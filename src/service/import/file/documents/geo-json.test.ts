import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'
import { systemOf } from './geo-json.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const POINT = { type: 'Point', coordinates: [-3.71, 40.41] }
const POLYGON = { type: 'Polygon', coordinates: [[]] }
const flat = (price: number, geometry: unknown, rest = {}) => ({
  ...{ type: 'Feature', geometry },
  properties: { price, date: '2026-10-03', ...rest },
})
const collection = (features: readonly unknown[], rest = {}) =>
  JSON.stringify({ type: 'FeatureCollection', features, ...rest })
const points = () => fixture.kept('price, lat, lng', 'price')

test('a feature without a point has the coordinates of its properties, beside others that have one', async () => {
  const named = { lat: 40.42, lng: -3.72 }
  const features = [
    flat(250_000, POINT),
    flat(260_000, null, named),
    flat(270_000, POLYGON, named),
    flat(280_000, null),
    flat(290_000, { type: 'GeometryCollection', geometries: [POLYGON, POINT] }),
  ]
  const report = await fixture.importFile(fixture.write('a.geojson', collection(features)))
  expect(report).toMatchObject({ kept: 4, rejected: { 'no coordinates': 1 } })
  expect(await points()).toEqual([
    { price: 250_000, lat: 40.41, lng: -3.71 },
    { price: 260_000, lat: 40.42, lng: -3.72 },
    { price: 270_000, lat: 40.42, lng: -3.72 },
    { price: 290_000, lat: 40.41, lng: -3.71 },
  ])
})

test('lines with commas after them, pairs of a location, and names within Socrata’s description are read', async () => {
  const home = { date: '2026-10-03', location: [40.41, -3.71] }
  const lines = [250_000, 260_000].map((price) => `${JSON.stringify({ price, ...home })},\n`).join('')
  expect(await fixture.importFile(fixture.write('a.ndjson', lines))).toMatchObject({ rows: 2, kept: 2 })
  const columns = ['sid', 'Sale Price', 'Latitude', 'Longitude', 'Sale Date'].map((name) => ({ name }))
  const data = [['row-1', '270000', '40.41', '-3.71', '2026-10-03T00:00:00']]
  const socrata = JSON.stringify({ meta: { view: { id: 'x', columns } }, data })
  expect(await fixture.importFile(fixture.write('b.json', socrata))).toMatchObject({ rows: 1, kept: 1 })
  expect(await points()).toEqual([250_000, 260_000, 270_000].map((price) => ({ price, lat: 40.41, lng: -3.71 })))
})

test('a sequence of features is read, each on one line or on several', async () => {
  const flats = [flat(250_000, POINT), flat(260_000, POINT)]
  const lines = flats.map((each) => `\x1e${JSON.stringify(each)}\n`).join('')
  expect(await fixture.importFile(fixture.write('a.geojsons', lines))).toMatchObject({ rows: 2, kept: 2 })
  const pretty = flats.map((each) => `\x1e${JSON.stringify(each, null, 2)}\n`).join('')
  const cut = `${pretty}\x1e{"type": "Fea`
  const report = await fixture.importFile(fixture.write('b.geojsonl', cut))
  expect(report).toMatchObject({ rows: 3, held: 2, rejected: { 'malformed line: not JSON': 1 } })
})

test('homes with an outline are at its middle, areas of places are not homes', async () => {
  const box = (side: number) => [-3.71, -3.71 + side].flatMap((x) => [40.41, 40.41 + side].map((y) => [x, y]))
  const outline = { type: 'MultiPolygon', coordinates: [[box(0.0005)], [box(0.001)]] }
  const district = { type: 'Polygon', coordinates: [box(0.03)] }
  const features = [flat(250_000, outline), flat(260_000, district), flat(270_000, outline, { lat: 40.42, lng: -3.72 })]
  const report = await fixture.importFile(fixture.write('a.geojson', collection(features)))
  expect(report).toMatchObject({ kept: 2, rejected: { 'no coordinates': 1 } })
  expect(report.notes).toContainEqual(expect.stringContaining('outlines in place of points: 1;'))
  expect(await fixture.kept('price, round(lat, 6) AS lat, round(lng, 6) AS lng', 'price')).toEqual([
    { price: 250_000, lat: 40.4105, lng: -3.7095 },
    { price: 270_000, lat: 40.42, lng: -3.72 },
  ])
  const crs = { type: 'name', properties: { name: 'EPSG:3857' } }
  const metres = {
    type: 'Polygon',
    coordinates: [
      [
        [-412_900, 4_926_000],
        [-412_800, 4_926_100],
      ],
    ],
  }
  const inMetres = collection([flat(290_000, metres, { lat: 40.43, lng: -3.73 })], { crs })
  expect(await fixture.importFile(fixture.write('d.geojson', inMetres))).toMatchObject({
    kept: 1,
    columns: { lat: 'latitude', lng: 'longitude' },
    notes: [],
  })
  const esri = { features: [{ attributes: { price: 280_000, date: '2026-10-03' }, geometry: { rings: [box(0.001)] } }] }
  expect(await fixture.importFile(fixture.write('b.json', JSON.stringify(esri)))).toMatchObject({ kept: 1 })
  await expect(fixture.importFile(fixture.write('c.geojson', collection([flat(1, district)])))).rejects.toThrow(
    'or outlines of at most 2 km, found Polygon; "squaremetre zones" imports areas of places',
  )
})

test('TopoJSON is refused with what to convert it to', async () => {
  const topology = JSON.stringify({ type: 'Topology', objects: {}, arcs: [] })
  for (const name of ['a.json', 'a.topojson'])
    await expect(fixture.importFile(fixture.write(name, topology))).rejects.toThrow(/TopoJSON.*convert it to GeoJSON/)
})

test.each([
  'EPSG:2154',
  { type: 'EPSG', properties: { code: 27700 } },
  { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/2154/proj4/' } },
])('coordinates in %j are not degrees', (crs) => {
  expect(() => systemOf(crs)).toThrow(/found coordinates in \S+; convert the file to EPSG:4326 first/)
})

test.each([
  null,
  'EPSG:4326',
  { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
  { type: 'name', properties: { name: 'http://www.opengis.net/def/crs/EPSG/0/4326' } },
  { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG:6.18.3:4258' } },
  { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/4326/proj4/' } },
])('coordinates in %j are degrees', (crs) => {
  expect(systemOf(crs)).toBe('degrees')
})

test('the features of a map server have attributes, and points in degrees', { tags: 'nightly' }, async () => {
  const features = [{ attributes: { price: 250_000, date: '2026-10-03' }, geometry: { x: -3.71, y: 40.41 } }]
  const document = (wkid: number) =>
    JSON.stringify({ fields: [{ name: 'price' }], spatialReference: { wkid }, features })
  expect(await fixture.importFile(fixture.write('a.json', document(4326)))).toMatchObject({ kept: 1 })
  expect(await points()).toEqual([{ price: 250_000, lat: 40.41, lng: -3.71 }])
  await expect(fixture.importFile(fixture.write('b.json', document(27700)))).rejects.toThrow(
    'coordinates in EPSG:27700',
  )
})

test('rows that spell the same names in capitals have the same columns', { tags: 'nightly' }, async () => {
  const rows = [
    { price: 250_000, area: 80.5, lat: 40.4168, lng: -3.7038, date: '2026-10-03' },
    { Price: '260.000', Area: 90, Lat: 40.4168, Lng: -3.7038, DATE: '2026-10-04' },
  ]
  const report = await fixture.importFile(fixture.write('capitals.json', JSON.stringify(rows)))
  expect(report).toMatchObject({ kept: 2, rejected: {}, columns: { price: 'price', date: 'date' } })
  expect(await fixture.kept('price, area', 'price')).toEqual([
    { price: 250_000, area: 80.5 },
    { price: 260_000, area: 90 },
  ])
})

test('coordinates in ten-millionths of a degree are read where their names say so', { tags: 'nightly' }, async () => {
  const home = { price: 250_000, date: '2026-10-03' }
  const rows = [
    { ...home, latitudeE7: 404_168_000, longitudeE7: -37_038_000 },
    { ...home, latitudeE7: 40.5, longitudeE7: -3.5 },
    { ...home, latitudeE7: 'north', longitudeE7: -3.5 },
  ]
  const report = await fixture.importFile(fixture.write('e7.json', JSON.stringify(rows)))
  expect(report.rejected).toEqual({ 'unreadable coordinates': 1 })
  expect(await fixture.kept('lat, lng', 'lat')).toEqual([
    { lat: 40.4168, lng: -3.7038 },
    { lat: 40.5, lng: -3.5 },
  ])
})
