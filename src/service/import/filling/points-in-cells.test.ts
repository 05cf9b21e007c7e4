import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'
import { openDuckSession } from '../../storage/duck-session.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const NUMBERS = { little: 'fe65f7e461a10dc0857cd0b359354440', big: 'c00da161e4f765fe40443559b3d07c85' }
const POINT = [{ lat: 40.4168, lng: -3.7038 }]

async function pointIn(cell: string) {
  const text = `price,geom,date\n250000,"${cell.replaceAll('"', '""')}",2026-10-03\n`
  const report = await fixture.importFile(fixture.write('points.csv', text))
  const rows = report.kept > 0 ? await fixture.kept('lat, lng') : Object.keys(report.rejected)
  fixture.remove()
  fixture = makeImportFixture()
  return rows
}

test('points are read in well-known binary and text, and as GeoJSON', { tags: 'nightly' }, async () => {
  for (const cell of [
    `0101000000${NUMBERS.little}`,
    `\\x0101000000${NUMBERS.little.toUpperCase()}`,
    `0101000020E6100000${NUMBERS.little}`,
    `0000000001${NUMBERS.big}`,
    `01E9030000${NUMBERS.little}0000000000c08240`,
    'SRID=4326;POINT(-3.7038 40.4168)',
    '40.4168, −3.7038',
    '40.4168|-3.7038',
    'https://www.google.com/maps/@40.4168,-3.7038,15z',
    'MULTIPOINT ((-3.7038 40.4168))',
    '{"type":"Point","coordinates":[-3.7038,40.4168]}',
  ])
    expect(await pointIn(cell), cell).toEqual(POINT)
  const metres = '0101000020e66400000000000000db1a410000000024115141'
  expect(await pointIn(metres)).toEqual(['coordinates in metres of a grid, as the SRID of their points says'])
})

test('degrees have a minus of any kind, directions in words, and minutes after blanks and colons', async () => {
  const cells = [
    ['40.4168', '−3.7038', 40.4168, -3.7038],
    ['40 25 00 N', '3 42 00 W', 40 + 25 / 60, -3.7],
    ['40:25:00', '-3:42:00', 40 + 25 / 60, -3.7],
    ['40.4168 Norte', '3.7038 Oeste', 40.4168, -3.7038],
    ['="40.4168"', '="-3.7038"', 40.4168, -3.7038],
    // No degree has 61 minutes, and O is the east in German and the west in Spanish.
    [`40°61'00''N`, `3°42'00''W`, null, null],
    ['40.4168 N', '3.7038 O', null, null],
    ['40 25', '3 42', null, null],
  ] as const
  const rows = cells.map(([lat, lng], i) => `${300_000 + i};2026-10-03;${lat};${lng}`)
  await fixture.importFile(fixture.write('a.csv', `price;date;lat;lng\n${rows.join('\n')}\n`))
  expect(await fixture.kept('lat, lng', 'price')).toEqual(
    cells.flatMap(([, , lat, lng]) =>
      lat === null ? [] : [{ lat: expect.closeTo(lat, 9), lng: expect.closeTo(lng, 9) }],
    ),
  )
})

test('Parquet can have points in well-known binary, and texts without a type', { tags: 'nightly' }, async () => {
  const file = fixture.write('points.parquet', '')
  const session = await openDuckSession({ spillDir: `${file}.spill`, memoryLimit: '1GB', spillLimitMiB: 64 })
  await session.run(
    `COPY (SELECT 250000 AS price, from_hex('0101000000${NUMBERS.little}') AS geometry, encode('Sant Martí') AS city,
    DATE '2026-10-03' AS date) TO '${file}'`,
  )
  session.close()
  await fixture.importFile(file)
  expect(await fixture.kept('lat, lng, city')).toEqual([{ ...POINT[0], city: 'Sant Martí' }])
})

test('a GeoJSON collection of one point is a point', { tags: 'nightly' }, async () => {
  const geometry = { type: 'MultiPoint', coordinates: [[-3.7038, 40.4168]] }
  const feature = { type: 'Feature', properties: { price: 250_000, date: '2026-10-03' }, geometry }
  await fixture.importFile(
    fixture.write('a.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] })),
  )
  expect(await fixture.kept('lat, lng')).toEqual(POINT)
})

test('a file with a column of hemispheres is refused, but not one with a column of the side that a flat faces', {
  tags: 'nightly',
}, async () => {
  const file = (header: string, row: string) =>
    fixture.write('sides.csv', `price,currency,date,${header}\n250000,USD,2026-10-03,${row}\n`)
  const sides = file('lat,lat_dir,lng,lng_dir', '40.7128,N,74.006,W')
  await expect(fixture.importFile(sides)).rejects.toThrow('found the side in "lng_dir"; nothing was imported')
  await fixture.importFile(file('lat,lng,orientation', '40.7128,-74.006,W'))
  expect(await fixture.kept('lat, lng')).toEqual([{ lat: 40.7128, lng: -74.006 }])
})
