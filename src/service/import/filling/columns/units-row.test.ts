import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const PLACE = '51.5007,-0.1246'
const DAY = '2026-10-03'

test('a row that repeats the names of columns, or has them in a second language, is not a listing', {
  tags: 'nightly',
}, async () => {
  const header = 'price,area,latitude,longitude,date'
  const row = (price: number) => `${price},80,${PLACE},${DAY}`
  const again = fixture.write(
    'a.csv',
    [header, row(250_000), header, row(260_000), header, row(270_000), ''].join('\n'),
  )
  expect(await fixture.importFile(again)).toMatchObject({
    kept: 3,
    rejected: { 'names of the columns, not a listing': 2 },
  })
  const languages = ['价格,面积,纬度,经度,日期', 'Price,Area,Latitude,Longitude,Date']
  const twice = [...languages, row(280_000), ...languages, row(290_000), ''].join('\n')
  expect(await fixture.importFile(fixture.write('b.csv', twice))).toMatchObject({
    kept: 2,
    rejected: { 'names of the columns, not a listing': 3 },
  })
})

test('rows below a header and then another one are refused, also after a repeated header', () =>
  expectRefused('price,area,latitude,longitude,date', 'area,price,latitude,longitude,date', {}))

test.each([
  ['price,area,lat_wgs84,lon_wgs84,date', 'area,price,lat_wgs84,lon_wgs84,date', {}],
  ['a,b,latitude,longitude,date', 'b,a,latitude,longitude,date', { map: { price: 'a', area: 'b' } }],
])('so are rows below %s and then %s', { tags: 'nightly' }, expectRefused)

async function expectRefused(header: string, other: string, options: object): Promise<void> {
  const row = `250000,80,${PLACE},${DAY}`
  const content = [header, row, header, row, other, `80,260000,${PLACE},${DAY}`, ''].join('\n')
  await expect(fixture.importFile(fixture.write('a.csv', content), options)).rejects.toThrow(
    /header throughout, found other ones from line 5 on \("(?:area|b)" in place of "(?:price|a)"\); nothing was/,
  )
}

async function expectUnits(units: string): Promise<void> {
  const rows = `price,area,latitude,longitude,date\n${units}\n250,1000,${PLACE},${DAY}\n1250.5,900,${PLACE},${DAY}\n`
  const report = await fixture.importFile(fixture.write('a.csv', rows))
  expect(report).toMatchObject({ rows: 3, kept: 2, rejected: { 'units of the columns, not a listing': 1 } })
  expect(await fixture.kept('price, round(area, 2) AS area, currency', 'price')).toEqual([
    { price: 250_000, area: 92.9, currency: 'GBP' },
    { price: 1_250_500, area: 83.61, currency: 'GBP' },
  ])
}

test('a row of units below the header is not a listing, and its units are those of the rows', () =>
  expectUnits("£'000,sq ft,deg,deg,yyyy-mm-dd"))

test('so is a row of other units', { tags: 'nightly' }, () => expectUnits("[£'000],sq ft,EPSG:4326,Grad,TT.MM.JJJJ"))

async function expectRejected(unit: string, reason: string): Promise<void> {
  const rows = `price,area,latitude,longitude,date\n${unit},m²,°,°,\n5200,60,${PLACE},${DAY}\n5300,90,${PLACE},${DAY}\n`
  expect(await fixture.importFile(fixture.write('a.csv', rows))).toMatchObject({ kept: 0, rejected: { [reason]: 2 } })
}

test.each([
  ['€/Jahr', 'price by another period than the month'],
  ['€/m²', 'price of a unit of area, not of the home'],
])('prices above the unit %s are those of another time or size', { tags: 'nightly' }, expectRejected)

test('so are those above £ pw', { tags: 'nightly' }, () =>
  expectRejected('£ pw', 'price by another period than the month'),
)

test('prices above €/Monat are rents', { tags: 'nightly' }, async () => {
  const rows = `price,area,latitude,longitude,date\n€/Monat,m²,°,°,\n1200,60,${PLACE},${DAY}\n`
  await fixture.importFile(fixture.write('a.csv', rows))
  expect(await fixture.kept('price, ad_sub_type, currency')).toEqual([
    { price: 1200, ad_sub_type: 'rent', currency: 'EUR' },
  ])
})

test('rows of totals and averages are not listings; homes whose kind, agency or title has such a name are', async () => {
  const row = (name: string, price: number, city = '') => `${name},${price},80,${PLACE},${DAY},${city}`
  const rows = [
    row('Reforma total', 260_000),
    row('TOTAL:', 510_000),
    row('Mean', 255_000),
    row('Total', 1e6, 'Madrid'),
  ]
  const table = (lines: string[]) => `name,price,area,latitude,longitude,date,city\n${lines.join('\n')}\n`
  const more = Array.from({ length: 3 }, (_, i) => row('', 270_000 + i))
  expect(await fixture.importFile(fixture.write('a.csv', table([...rows, ...more])))).toMatchObject({
    kept: 5,
    rejected: { 'total or average, not a listing': 2 },
  })
  const kinds = [280_000, 290_000, 280_001, 290_001, 300_001].map((price, i) => row(i < 2 ? 'Average' : 'Good', price))
  expect(await fixture.importFile(fixture.write('b.csv', table(kinds)))).toMatchObject({ kept: 5, rejected: {} })
  const group = [row('Centro', 310_000), row('Centro', 320_000), row('Reforma', 330_000), row('Reforma', 340_000)]
  const parts = [row('Subtotal Centro', 630_000), row('Centro Total', 630_000), row('Reforma total', 350_000)]
  expect(await fixture.importFile(fixture.write('c.csv', table([...group, ...parts])))).toMatchObject({
    kept: 5,
    rejected: { 'total or average, not a listing': 2 },
  })
})

test('a price counts what the name of its column says, and full or shortened prices below it are not scaled twice', {
  tags: 'nightly',
}, async () => {
  const rows = ['250', '"1.250,5"', '320k', '450000', '"1,2 mln"', '250000000']
    .map((price) => `${price},48.1374,11.5755,${DAY}`)
    .join('\n')
  const report = await fixture.importFile(fixture.write('a.csv', `Kaufpreis in TEUR,lat,lng,datum\n${rows}\n`))
  expect((await fixture.kept('price', 'price')).map(({ price }) => price)).toEqual([
    250_000, 320_000, 1_200_000, 1_250_500,
  ])
  expect(report.rejected).toEqual({
    'unreadable price': 1,
    'price that looks written in full, in a column of thousands': 1,
  })
  expect(report.notes).toEqual(['prices count thousands, as their column says; the middle one is read as 760000'])
})

test('placeholders that people enter as a price are rejected', { tags: 'nightly' }, async () => {
  const rows = ['0', '1', '0.01', '-5', "'000", '123456', '999999999', '250000'].map(
    (price) => `${price},${PLACE},${DAY}`,
  )
  const report = await fixture.importFile(fixture.write('a.csv', `price,latitude,longitude,date\n${rows.join('\n')}\n`))
  expect(report).toMatchObject({
    kept: 1,
    rejected: { 'price not above 0': 3, 'price that people write for none': 4 },
  })
})

test('rents by the year below their column are rejected, and the prices of sales beside them are kept', {
  tags: 'nightly',
}, async () => {
  const rows = `price,rent,latitude,longitude,date\n£,£/year,,,\n250000,,${PLACE},${DAY}\n,12000,${PLACE},${DAY}\n`
  expect(await fixture.importFile(fixture.write('a.csv', rows))).toMatchObject({
    kept: 1,
    rejected: { 'price by another period than the month': 1, 'units of the columns, not a listing': 1 },
  })
})
