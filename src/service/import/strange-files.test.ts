// @module-tag nightly
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeText } from '../../testing/encode-text.ts'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import type { ImportOptions } from './reading/import-options.ts'
import type { ImportReport } from './reading/import-report.ts'
import { optionFor, type Reading } from './reading/reading.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const PLACE = '40.4168,-3.7038'
const HEADER = 'price,area,latitude,longitude,date'

async function read(text: string, options: Partial<ImportOptions> = {}) {
  const seen: Reading[] = []
  const onReading = async (reading: Reading) => {
    seen.push(reading)
    return { kind: 'import' as const }
  }
  const report = await fixture.importFile(fixture.write('strange.csv', text), { onReading, ...options })
  const rows = report.kept > 0 ? await fixture.kept('*', 'price') : []
  return { report, rows, reading: seen[0] as Reading }
}

test('a price in a column of rents, or by the month, is a rent', async () => {
  const { rows } = await read(`Kaltmiete,latitude,longitude,date\n700,${PLACE},2026-10-03\n`)
  expect(rows).toMatchObject([{ price: 700, ad_sub_type: 'rent' }])
  const both = await read(`prix,loyer,latitude,longitude,date
250000,,${PLACE},2026-10-03
,900,${PLACE},2026-10-03
300000,1000,${PLACE},2026-10-03
"1.100 €/mois",,${PLACE},2026-10-03
`)
  expect(both.rows.map(({ price, ad_sub_type }) => [price, ad_sub_type])).toEqual(
    expect.arrayContaining([
      [900, 'rent'],
      [1100, 'rent'],
      [250_000, 'buy'],
      [300_000, 'buy'],
    ]),
  )
  expect(both.reading.columns.map(({ field, filled }) => [field, filled])).toEqual(
    expect.arrayContaining([
      ['price', 3],
      ['rent', 1],
    ]),
  )
})

test('a price by the month in a column of periods is a rent, unless a column says the offer', async () => {
  const { rows } = await read(`price,price_period,latitude,longitude,date
700,Monthly,${PLACE},2026-10-03
710,al mes,${PLACE},2026-10-03
300000,,${PLACE},2026-10-03
`)
  expect(rows.map(({ price, ad_sub_type }) => [price, ad_sub_type])).toEqual([
    [700, 'rent'],
    [710, 'rent'],
    [300_000, 'buy'],
  ])
  // One portal writes "Mensual" into every row.
  const told = await read(`price,price_period,operation,latitude,longitude,date
310000,Mensual,venta,${PLACE},2026-10-03
`)
  expect(told.rows.map(({ price, ad_sub_type }) => [price, ad_sub_type])).toContainEqual([310_000, 'buy'])
})

test('where a column says the offer, it chooses between the two prices, and a sale by the month is rejected', async () => {
  const { rows, report } = await read(`operation,price,rent,latitude,longitude,date
rent,250000,900,${PLACE},2026-10-03
sale,250000,900,${PLACE},2026-10-03
sale,"900 €/mes",,${PLACE},2026-10-03
`)
  expect(rows).toMatchObject([
    { price: 900, ad_sub_type: 'rent' },
    { price: 250_000, ad_sub_type: 'buy' },
  ])
  expect(report.rejected).toEqual({ 'price by the month of a sale': 1 })
})

test('prices that can only be rents are taken as rents, and are in doubt; those of a few rows, or of homes, are not', async () => {
  const rents = Array.from({ length: 20 }, (_, i) => `${800 + i},60,${PLACE},2026-10-03`).join('\n')
  const { report, rows } = await read(`${HEADER}\n${rents}\n`)
  expect(rows.every(({ ad_sub_type }) => ad_sub_type === 'rent')).toBe(true)
  expect(report.doubts).toMatchObject([{ option: 'ad-sub-type', choices: [{ value: 'rent' }, { value: 'buy' }] }])
  const otherwise = await read(`${HEADER}\n${rents}\n`, { adSubType: 'buy' })
  expect(otherwise.report).toMatchObject({ doubts: [], replaces: true })
  expect(otherwise.rows.every(({ ad_sub_type }) => ad_sub_type === 'buy')).toBe(true)
})

test('a column without a known name is recognised by its values, and is in doubt', async () => {
  const rows = Array.from(
    { length: 10 },
    (_, i) => `${200_000 + i},${PLACE},${i % 2 ? 'Kiralık' : 'Satılık'},${10 + i} Eylül 2026,${i}`,
  )
  const { report, reading } = await read(`fiyat,enlem,boylam,x1,x2,x3\n${rows.join('\n')}\n`)
  expect(report.columns).toMatchObject({ ad_sub_type: 'x1', date: 'x2' })
  expect(report.doubts.map(({ field }) => field)).toEqual(['ad_sub_type', 'date'])
  expect(reading.unused).toEqual(['x3'])
  const chosen = await read(`fiyat,enlem,boylam,x1,x2,x3\n${rows.join('\n')}\n`, {
    strict: true,
    map: { ad_sub_type: 'x1', date: 'x2' },
  })
  expect(chosen.report.held + chosen.report.kept).toBe(10)
})

test.each([
  ['one cell', 'coordinates', '"40.4168, -3.7038"'],
  ['one cell, with a slash', 'lat/lon', '40.4168/-3.7038'],
  ['one cell, with the longitude first, which would lie in Kenya', 'lonlat', '"-3.7038, 40.4168"'],
  ['well-known text in a column named for one', 'lng_lat', 'POINT (-3.7038 40.4168)'],
  ['well-known text', 'geom', 'POINT (-3.7038 40.4168)'],
  ['a list in GeoJSON’s order', 'coordinates', '"[-3.7038, 40.4168]"'],
  ['a list with a height', 'coordinates', '"[-3.7038,40.4168,650.5]"'],
  ['a list in the other order, which would lie in the Indian Ocean', 'coordinates', '"[40.4168, -3.7038]"'],
  ['an object', 'location.gps', '"{""lat"": 40.4168, ""lon"": -3.7038}"'],
  ['degrees, minutes and seconds', 'lat,lng', `"40°25'0.48""N","3° 42' 13.68"" W"`],
])('a point as %s', async (_, header, cells) => {
  const { rows } = await read(`price,${header},date\n200000,${cells},2026-10-03\n`)
  expect(rows).toHaveLength(1)
  expect(Number(rows[0]?.lat)).toBeCloseTo(40.4168, 4)
  expect(Number(rows[0]?.lng)).toBeCloseTo(-3.7038, 4)
})

test('exchanged columns of coordinates are put right as a whole, and the dry run says so', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => `${300_000 + i},60,-87.6${i},41.8${i},2026-10-03`)
  const { report, reading } = await read(`${HEADER}\n${rows.join('\n')}\n`)
  expect(report).toMatchObject({ kept: 10, countries: [{ country: 'us' }] })
  expect(reading.repaired).toEqual([
    { name: 'swapped latitude and longitude, corrected', rows: 10, example: 'at -87.60, 41.80' },
  ])
})

test('exchanged columns that lie in a desert, far from any town, are put right, too', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => `${3_000_000 + i},60,28.97${i},41.00${i},2026-10-03`)
  const { report } = await read(`${HEADER}\n${rows.join('\n')}\n`)
  expect(report).toMatchObject({ kept: 10, countries: [{ country: 'tr' }] })
})

test('prices as low as rents among sales, and dates in the future, are named before anything is imported', async () => {
  const text = [350_000, 1_500].flatMap((price) =>
    Array.from({ length: 10 }, (_, i) => `${price + i},60,${PLACE},2026-10-0${1 + (i % 9)}`),
  )
  const { reading, report } = await read(`${HEADER}\n${text.join('\n')}\n400000,60,${PLACE},2030-01-02\n`)
  const notes = [
    'dates in the future: 1, the last 2030-01-02; figures include these rows once their month is over',
    'as low as rents: 10 of 21 prices in EUR, up to 1509; they count as sales, because nothing says which rows are for rent; if all are, give --ad-sub-type rent; if they are those of a square metre, or count thousands, say so in the name of their column; else name the column that says it with --map ad_sub_type=COLUMN',
  ]
  expect([reading.notes, report.notes]).toEqual([notes, notes])
  const told = await read(`${HEADER}\n${text.join('\n')}\n`, { adSubType: 'buy' })
  expect(told.reading.notes).toEqual([])
})

test('rounded coordinates and rents that are probably not monthly are named in the report', async () => {
  const row = (i: number) => `${550 + i},-33.${80 + (i % 9)},151.2,2026-10-03\n`
  const { report } = await read(`rent,lat,lng,date\n${Array.from({ length: 20 }, (_, i) => row(i)).join('')}`)
  expect(report.notes).toEqual([
    expect.stringContaining('at most two decimals: 20 of 20; homes can be 1 km away'),
    expect.stringContaining('rents without a period in au: 20, counted as monthly; rents there are often by the week'),
  ])
})

test('an area that cannot be read is reported', async () => {
  const { reading } = await read(`${HEADER}\n200000,large,${PLACE},2026-10-03\n`)
  expect(reading.columns.find(({ field }) => field === 'area')).toMatchObject({ filled: 1, read: 0 })
  expect(reading.warnings[0]).toBe('the area of 1 of 1 rows cannot be read, so the map has no price per m² for them')
})

test('empty lines before the header do not shift the lines of rejected rows', async () => {
  const { report } = await read(`\n\n${HEADER}\n200000,60,${PLACE},2026-10-03\n,60,${PLACE},2026-10-03\n1,2\n`)
  expect(report).toMatchObject({ rows: 3, kept: 1, rejected: { 'no price': 1 } })
  const lines = readFileSync(String(report.rejects_file), 'utf8').trim().split('\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['5', '6'])
})

test('where no row can be read, the columns are found, and the rows are rejected', async () => {
  const row = `250000,80,${PLACE},2026-09-03,"a \\"nice\\", flat"\n`
  const { report } = await read(`${HEADER},title\n${row.repeat(2)}`)
  const reason = 'malformed line: too many columns, unquoted value'
  const advice = 'a quotation mark in a cell is written twice, "", not with a backslash'
  expect(report.rejected).toEqual({ [`${reason}; ${advice}`]: 2 })
})

test('a file without a header says so', async () => {
  const row = `1,flat,200000,60,${PLACE},2026-10-03`
  await expect(read(`${row}\n${row}\n`)).rejects.toThrow('write a line of names above it')
})

test('a place in a code is to be decoded first', async () => {
  const text = 'price,area,geohash,date\n250000,80,u4pruydqqvj,2026-10-03\n'
  await expect(read(text)).rejects.toThrow('found none for lat, lng; decode "geohash" into columns lat and lng first')
})

test.each([
  '20260903T000000',
  '20260903T101500Z',
  'September-3-2026',
  'Sep/3/2026',
  '03-Sep-2026 10:15:00',
  '3/Sep/26',
  'Thu Sep 03 2026 10:15:00 GMT+0200',
  'Thu, 03 Sep 2026 10:15:00 GMT',
  'jueves, 3 de septiembre de 2026',
  'Donnerstag, 3. September 2026',
  '3 sept. 2026, 10:15',
  '2026年9月3日',
  '2026년 9월 3일',
  '1788393600000',
])('%s is a day', async (date) => {
  const { reading } = await read(`price,latitude,longitude,date\n250000,${PLACE},"${date}"\n`)
  const column = reading.columns.find(({ field }) => field === 'date')
  expect(column?.examples).toEqual([{ cell: date, read: '2026-09-03' }])
})

test('the description says what signs, units and periods were taken for', async () => {
  const { reading } = await read(
    `price,size,area unit,price period,latitude,longitude,date\n£500,900,sqft,pcm,${PLACE},2026-09-03\n£600,901,sqft,pw,${PLACE},2026-09-03\n`,
  )
  expect(reading.values.find(({ field }) => field === 'currency')?.values).toMatchObject([
    { cell: '£', read: 'GBP', rows: 2 },
  ])
  const examples = Object.fromEntries(reading.columns.map((column) => [column.field, column.examples]))
  expect(examples.area_unit).toEqual([{ cell: 'sqft', read: '0.09290304 m²' }])
  expect(examples.price_period).toEqual([
    { cell: 'pcm', read: 'by the month' },
    { cell: 'pw', read: 'not by the month' },
  ])
})

test('two columns of one name are told apart, and either can be chosen', async () => {
  const text = `price,price,latitude,longitude,date\n250000,260000,${PLACE},2026-09-03\n`
  const { reading } = await read(text)
  const [doubt] = reading.doubts
  expect(doubt?.choices.map(({ value }) => value)).toEqual(['price', 'price (2)'])
  expect(doubt && optionFor(doubt, 'price (2)')).toBe('--map "price=price (2)"')
  const other = await read(text, { map: { price: 'price (2)' } })
  expect(other.reading.columns[0]).toMatchObject({ column: 'price (2)', examples: [{ cell: '260000' }] })
  expect(other.reading.unused).toEqual(['price'])
})

test.each(['Sep-26', '2026-9', '2026/09', '09/2026', '3Q2026', '2026年9月'])('%s is a month', async (date) => {
  const { reading } = await read(`price,latitude,longitude,date\n250000,${PLACE},"${date}"\n`)
  const column = reading.columns.find(({ field }) => field === 'date')
  expect(column?.examples).toEqual([{ cell: date, read: '2026-09-01' }])
})

test('a column of words is not the area that its name says', async () => {
  const { rows, reading } = await read(`price,area,size,$/SQ FT,latitude,longitude,date
£250000,Hackney,"1,000 sq ft",250,51.53,-0.06,2026-09-03
£260000,Camden,"1,100 sq ft",236,51.54,-0.14,2026-09-03
`)
  expect(rows.map(({ area, microzone }) => [Math.round(Number(area)), microzone])).toEqual([
    [93, 'Hackney'],
    [102, 'Camden'],
  ])
  expect(reading.doubts).toEqual([])
})

test('a column of rooms is not the types that its name says', async () => {
  const { rows } = await read(`preço,tipologia,latitude,longitude,data
250000,T2,38.72,-9.14,2026-09-03
260000,T0,38.72,-9.14,2026-09-03
`)
  expect(rows.map(({ rooms }) => rooms)).toEqual([2, 0])
})

test('a date can be in columns of its own for year, month and day', async () => {
  const days = await read(`price,latitude,longitude,yr_built,Sale Year,Sale Month,Day\n250000,${PLACE},1970,2026,9,3\n`)
  expect(days.rows.map(({ listed_on }) => (listed_on as Date).toISOString().slice(0, 10))).toEqual(['2026-09-03'])
  const months = await read(`precio,latitude,longitude,año,mes\n250000,${PLACE},2026.0,septiembre\n`)
  expect(months.rows.map(({ listed_on }) => (listed_on as Date).toISOString().slice(0, 10))).toContain('2026-09-01')
  expect(months.reading.doubts).toEqual([])
})

test('an area can have a word for "about" before it', async () => {
  const { rows } = await read(`${HEADER}\n200000,ca. 85 m²,${PLACE},2026-09-03\n210000,~ 90,${PLACE},2026-09-03\n`)
  expect(rows.map(({ area }) => area)).toEqual([85, 90])
})

test('one price with a decimal point does not divide a hundred others by a thousand', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => `${200 + i}.000;50;40,4168;-3,7038;2026-10-03`)
  const { rows: kept } = await read(
    `price;area;latitude;longitude;date\n${rows.join('\n')}\n320000.50;50;40,4168;-3,7038;2026-10-03\n`,
  )
  expect(kept.map(({ price }) => price)).toEqual(
    [...rows.map((_, i) => (200 + i) * 1_000), 320_000.5].sort((a, b) => a - b),
  )
})

test.each([
  ['250.000,00€', '€265,000', { 'ambiguous price': 1 }],
  ['€250,000.00', '265.000 €', { 'ambiguous price': 1 }],
  ['1250,000', '850,000', {}],
  ['250,5k€', '265,125k€', {}],
  ['250000.00 251000.00 0.001 250001.50', '265.000', { 'ambiguous price': 1, 'price that people write for none': 1 }],
])('beside %s, %s without three decimals is not a thousandth of a price', async (certain, other, rejected) => {
  const lines = [...certain.split(' '), other].map((price) => `"${price}",50,${PLACE},2026-10-03\n`)
  const { report } = await read(`${HEADER}\n${lines.join('')}`)
  expect(report.rejected).toEqual(rejected)
  const isSaid = expect.arrayContaining([expect.stringMatching(/^1 of \d prices .* choose with --decimal-sign$/)])
  if ('ambiguous price' in rejected) expect(report.warnings).toEqual(isSaid)
  else expect(report.warnings).not.toEqual(isSaid)
})

test.each([
  [`-3°42'13.68""`, -3.7038],
  [`-3° 42.228'`, -3.7038],
  ['-3.7038° W', -3.7038],
  [`3°42'13.68""W`, -3.7038],
])('the longitude %s lies in the west', async (lng, expected) => {
  const { rows } = await read(`price,lat,lng,date\n200000,40.4168,"${lng}",2026-10-03\n`)
  expect(Number(rows[0]?.lng)).toBeCloseTo(expected, 4)
})

test.each(['450 000 420 000 €', '350 000 3 500', '350’000 340’000 12', '1 2 3 4', '£450,000 2'])(
  'two numbers in a cell are not a price: %s',
  async (price) => {
    const { report } = await read(`price,latitude,longitude,date\n"${price}",${PLACE},2026-10-03\n`)
    expect(report.rejected).toEqual({ 'unreadable price': 1 })
  },
)

test.each(['p.a.', 'Y', '/yr', 'W', 'per quarter', 'biweekly', '12 months', 'fortnightly', 'trimestral', 'p/w'])(
  'a rent by %s is not by the month',
  async (period) => {
    const { report } = await read(`rent,rent_period,latitude,longitude,date\n18000,${period},${PLACE},2026-10-03\n`)
    expect(report.rejected).toEqual({ 'price by another period than the month': 1 })
  },
)

test('words for a period are known in codes, and those that are not are named', async () => {
  const { rows, report } = await read(`price,price_unit,latitude,longitude,date
700,MON,${PLACE},2026-10-03
710,WEE,${PLACE},2026-10-03
720,ANN,${PLACE},2026-10-03
730,HUR,${PLACE},2026-10-03
740,Q9,${PLACE},2026-10-03
`)
  expect(rows.map(({ price, ad_sub_type }) => [price, ad_sub_type])).toEqual([
    [700, 'rent'],
    [740, 'buy'],
  ])
  expect(report.rejected).toEqual({ 'price by another period than the month': 3 })
  expect(report.warnings).toContain('1 of 5 rows have a price_period that is not known, such as "Q9"')
})

test('a column of yes and no says what is for rent', async () => {
  const { rows } = await read(`price,for_rent,latitude,longitude,date
700,true,${PLACE},2026-10-03
250000,false,${PLACE},2026-10-03
260000,,${PLACE},2026-10-03
`)
  expect(rows.map(({ price, ad_sub_type }) => [price, ad_sub_type])).toEqual([
    [700, 'rent'],
    [250_000, 'buy'],
    [260_000, 'buy'],
  ])
})

test('files before one that cannot be read are reported', async () => {
  const good = fixture.write('good.csv', `price,latitude,longitude,date\n250000,${PLACE},2026-10-03\n`)
  const reported: string[] = []
  const files = [good, fixture.write('bad.parquet', 'no Parquet')]
  const onReport = ({ kept }: ImportReport) => reported.push(`${kept}`)
  await expect(fixture.importFile(good, { files, onReport })).rejects.toThrow('bad.parquet')
  expect(reported).toEqual(['1'])
})

test.each([
  ['shift_jis', ['東京都新宿区西新宿', 'さいたま市浦和区', '大阪市北区梅田', '横浜市みなとみらい'], '35.69,139.69'],
  ['gb18030', ['北京市朝阳区望京', '上海市浦东新区', '广州市天河区', '深圳市南山区'], '39.99,116.47'],
  ['windows-1251', ['Москва, Хамовники', 'Тверской район', 'Пресненский', 'Арбат'], '55.75,37.6'],
])('names in %s are read as such without being told, and the report says so', async (encoding, names, point) => {
  const rows = names.map((name, index) => `30000${index},6${index},${point},2026-10-03,"${name}"`)
  const text = ['price,area,latitude,longitude,date,district', ...rows, ''].join('\n')
  const file = join(fixture.dir, 'names.csv')
  writeFileSync(file, encodeText(text, encoding))
  const report = await fixture.importFile(file, { currency: 'USD' })
  expect(report.kept).toBe(names.length)
  expect(report.reading.encoding).toBe(encoding)
  expect((await fixture.kept('macrozone', 'price')).map(({ macrozone }) => macrozone)).toEqual(names)
  expect(report.notes.join()).toContain(`names are read as ${encoding}, such as "${names[0]}"`)
})

test('a type that is given for all rows is missing in none', async () => {
  const homes = fixture.write('flats.csv', 'lat,lng,price,area,rooms,date\n41.4,2.2,500000,80,2,2025-03-01\n')
  const mixed = '1 of 1 rows have no property_type, so flats and houses are mixed'
  const given = { currency: 'EUR' }
  expect((await fixture.importFile(homes, given)).warnings).toContain(mixed)
  expect((await fixture.importFile(homes, { ...given, propertyType: 'apartment' })).warnings).toEqual([])
})
