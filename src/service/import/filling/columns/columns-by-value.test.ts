import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'
import { RECOGNISED, SAMPLE } from '../../values/recognised-values.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const imported = (header: string, rows: readonly string[]) =>
  fixture.importFile(fixture.write('a.csv', `${[header, ...rows].join('\n')}\n`))

test('a column named for currencies is used for them even if some of its words are unknown', {
  tags: 'nightly',
}, async () => {
  const words = ['US dollars', 'British Pound', 'FCFA', 'EUR', 'EUR', 'guineas']
  const rows = words.map((word, i) => `${250_000 + i},${word},40.4168,-3.7038,2026-10-03`)
  const report = await imported('price,Tipo de moneda,lat,lng,date', rows)
  expect(report.rejected).toMatchObject({ 'unknown currency': 1 })
  expect((await fixture.kept('currency', 'price')).map(({ currency }) => currency)).toEqual([
    'USD',
    'GBP',
    'EUR',
    'EUR',
  ])
})

test('homes for sale without a date of their sale have the month of the file, and a type of sale says no offer', {
  tags: 'nightly',
}, async () => {
  const header = 'SALE TYPE,SOLD DATE,PRICE,LATITUDE,LONGITUDE'
  const file = fixture.write(
    'redfin_2026-09-02.csv',
    `${header}\nIn accordance with rules some are not included,,,,\nMLS Listing,,650000,47.6,-122.32\n${header}\n`,
  )
  const report = await fixture.importFile(file, { guessDate: true })
  expect(report).toMatchObject({ kept: 1, doubts: [{ field: 'date', choices: [{ value: '2026-09' }] }] })
  expect(await fixture.kept('ad_sub_type')).toEqual([{ ad_sub_type: 'buy' }])
  const rents = await imported(header, [
    'MLS Listing,2026-09-01,650000,47.6,-122.32',
    'Lease,2026-09-01,2500,47.6,-122.32',
  ])
  expect(rents).toMatchObject({ kept: 1, rejected: { 'unknown ad_sub_type': 1 } })
  const rowsOf = (each: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${each},2026-09-01,${650000 + i},47.6,-122.32`)
  const late = await imported(header, [...rowsOf('MLS Listing', SAMPLE), 'Lease,2026-09-01,2500,47.6,-122.32'])
  expect(late).toMatchObject({ rejected: { 'unknown ad_sub_type': SAMPLE } })
  const wanted = await imported(
    header,
    ['Sale', 'Viager', 'Wanted'].flatMap((each) => rowsOf(each, 1)),
  )
  expect(wanted).toMatchObject({ rejected: { 'unknown ad_sub_type': 2 } })
  const sales = await imported(header, [...rowsOf('PAST SALE', 97), ...rowsOf('MLS Listing', 3)])
  expect(sales).toMatchObject({ rejected: {}, doubts: [] })
  const isSaid = expect.arrayContaining([expect.stringContaining('says how homes are sold')])
  expect(sales.notes).toEqual(isSaid)
  const korean = header.replace('SALE TYPE', '거래유형')
  expect(await imported(korean, ['중개거래,2026-09-01,650000,47.6,-122.32'])).toMatchObject({ kept: 1 })
  expect((await imported(header, [',2026-09-01,650000,47.6,-122.32'])).notes).not.toEqual(isSaid)
})

test('days on which advertisements end are not taken for dates, nor the history of a price for an offer', {
  tags: 'nightly',
}, async () => {
  const home = {
    price: 650000,
    lat: 47.6,
    lng: -122.32,
    ends: '2046-01-01',
    priceHistory: [{ date: '2020-01-01', event: 'Listed for rent' }],
  }
  const report = await fixture.importFile(fixture.write('2026-09.json', JSON.stringify([home])), { guessDate: true })
  expect(report).toMatchObject({ kept: 1, doubts: [{ field: 'date', choices: [{ value: '2026-09' }] }] })
  expect(await fixture.kept('ad_sub_type')).toEqual([{ ad_sub_type: 'buy' }])
})

test('currencies in a column that is not called so are those of the prices', { tags: 'nightly' }, async () => {
  const rows = ['250000,EUR', '4500000,Kč', '4600000,'].map((row) => `${row},50.08,14.42,2026-09-01`)
  const report = await imported('price,cur,lat,lng,date', rows)
  expect(report.doubts).toMatchObject([{ field: 'currency', choices: [{ value: 'cur' }] }])
  expect((await fixture.kept('currency', 'price')).map(({ currency }) => currency)).toEqual(['EUR', 'CZK', 'CZK'])
})

test.each(['ALL', 'TOP', 'FR', 'RS', 'KR', 'S', 'USA', '1'])('%s in a column alone names no currency', (text) => {
  expect(RECOGNISED.currency.isValue(text)).toBe(false)
})

test.each(['EUR/m2', '€ / m²', 'per sqm', 'Calendar month', 'p.w.', 'fortnightly', 'mensile'])(
  '%s says what a price is for',
  (text) => {
    expect(RECOGNISED.price_period.isValue(text)).toBe(true)
  },
)

test('a column of states that are all PA is none of yearly prices; beside others, PA is by the year', {
  tags: 'nightly',
}, async () => {
  const homes = ['250000,PA', '260000,PA'].map((row, i) => `${row},40.4${i},-79.99,2026-09-01`)
  expect(await imported('price,st,lat,lng,date', homes)).toMatchObject({ kept: 2, doubts: [] })
  const rents = ['1450,PCM', '15000,PA'].map((row, i) => `${row},51.5${i},-0.1,2026-09-01`)
  expect(await imported('rent,billing,lat,lng,date', rents)).toMatchObject({ kept: 1 })
})

test('a column that says which prices are those of a square metre is understood under any name', {
  tags: 'nightly',
}, async () => {
  const rows = ['5200,per sqm', '450000,total'].map((row) => `${row},85,48.85,2.35,2026-09-01`)
  expect(await imported('price,price_type,area,lat,lng,date', rows)).toMatchObject({
    kept: 1,
    rejected: { 'price of a unit of area, not of the home': 1 },
  })
})

test('points in a column that is not called so are found, in the forms of Python and Socrata, too', {
  tags: 'nightly',
}, async () => {
  const points = [
    '48.8512, 2.3512',
    'POINT (2.3512 48.8512)',
    "{'latitude': '48.8512', 'longitude': '2.3512'}",
    '1 MAIN ST\nPARIS\n(48.8512, 2.3512)',
  ]
  const report = await imported(
    'price,location,date',
    points.map((point, i) => `${250_000 + i},"${point}",2026-09-01`),
  )
  expect(report.doubts).toMatchObject([{ field: 'point', choices: [{ value: 'location' }] }])
  expect(await fixture.kept('DISTINCT lat, lng', 'lat')).toEqual([{ lat: 48.8512, lng: 2.3512 }])
})

test('a ratio beside a column of points is not taken for a latitude', { tags: 'nightly' }, async () => {
  const row = '248400,0.5354,POINT (-73.06822 41.35014),04/14/2021'
  const report = await imported('Sale Amount,Sales Ratio,Location,Date Recorded', [row])
  expect(report.columns).toEqual({ price: 'Sale Amount', point: 'Location', date: 'Date Recorded' })
  expect(await fixture.kept('lat, lng')).toEqual([{ lat: 41.35014, lng: -73.06822 }])
})

test('a ratio in a file without positions is not taken for a latitude', async () => {
  const rows = imported('Sale Amount,Sales Ratio,Date Recorded', ['248400,0.5354,04/14/2021'])
  await expect(rows).rejects.toThrow('found none for lat, lng;')
})

test('quarters in a column called so are dates, and in words', { tags: 'nightly' }, async () => {
  const quarters = ['2026Q3', '3rd quarter 2026', 'Quarter 3 of 2026', '2026年第3四半期']
  const rows = quarters.map((quarter, i) => `${250_000 + i},48.85,2.35,${quarter}`)
  expect(await imported('price,lat,lng,quarter', rows)).toMatchObject({ kept: 4, columns: { date: 'quarter' } })
  expect(await fixture.kept('DISTINCT listed_on::VARCHAR AS day', 'day')).toEqual([{ day: '2026-09-01' }])
})

test('a number of an estate that looks like milliseconds is not a date', { tags: 'nightly' }, async () => {
  const rows = [1_111_027_376_244, 1_111_027_381_879].map((id, i) => `25000${i},48.85,2.35,${id},2026-09-01`)
  expect(await imported('price,lat,lng,Cid,seen', rows)).toMatchObject({ kept: 2, columns: { date: 'seen' } })
  const undated = rows.map((row) => row.slice(0, row.lastIndexOf(',')))
  await expect(imported('price,lat,lng,Cid', undated)).rejects.toThrow('expected a column for the date')
  const times = undated.map((row) => row.replace(/1111\d+/, '1788393600000'))
  expect(await imported('price,lat,lng,seen', times)).toMatchObject({ kept: 2, columns: { date: 'seen' } })
})

test('a number of homes is not the unit of areas', { tags: 'nightly' }, async () => {
  const report = await imported('price,area,NUM_UNITS,lat,lng,date', ['250000,80,2.0,48.85,2.35,2026-09-01'])
  expect(report).toMatchObject({ kept: 1, repaired: {} })
})

test('latitudes that no place has show that the columns are exchanged, in few rows, too', async () => {
  const rows = ['250000,-122.4,37.77', '450000,-122.41,37.78'].map((row) => `${row},2026-09-01`)
  const report = await imported('price,latitude,longitude,date', rows)
  expect(report.repaired).toEqual({ 'swapped latitude and longitude, corrected': 2 })
})

test('a file without coordinates is told how to name a column of points', async () => {
  await expect(imported('price,where,date', ['250000,here,2026-09-01'])).rejects.toThrow('point=COLUMN')
})

async function expectPrice(header: string, row: string, price: number): Promise<void> {
  await imported(header, [row])
  expect(await fixture.kept('price')).toEqual([{ price }])
}

test.each([
  ['buy_price,unit price,lat,lng,date', '250000,5000,48.85,2.35,2026-09-01', 250_000],
  ['Price (HK$ M),lat,lng,date', '12.8,48.85,2.35,2026-09-01', 12_800_000],
])('the prices of %s are found', { tags: 'nightly' }, expectPrice)

test.each([
  ['resale_price,latitude,longitude,month', '250000,48.85,2.35,2026-09', 250_000],
  ['price_paid,lat,lng,deed_date', '250000,48.85,2.35,2026-09-01', 250_000],
  ['Price USD m,lat,lng,date', '1.2,48.85,2.35,2026-09-01', 1_200_000],
])('so are those of %s', { tags: 'nightly' }, expectPrice)

test('periods with underscores are those that they name', { tags: 'nightly' }, async () => {
  const rows = ['450,per_week,rent', '1450,per_month,rent', '15450,PER_YEAR,rent']
  const text = rows.map((row, i) => `${row},51.5${i},-0.1,2026-09-01`)
  expect(await imported('price,rent_period,offer,lat,lng,date', text)).toMatchObject({
    kept: 1,
    rejected: { 'price by another period than the month': 2 },
  })
})

test('a "rent is" of monthly and yearly says the period of the rents, and not which rows are rents', {
  tags: 'nightly',
}, async () => {
  const rents = ['950,monthly', '11000,yearly'].map((row, i) => `${row},48.85${i},2.35,2026-09-01`)
  expect(await imported('price,rent_is,lat,lng,date', rents)).toMatchObject({
    kept: 1,
    rejected: { 'price by another period than the month': 1 },
  })
  expect(await fixture.kept('price, ad_sub_type')).toEqual([{ price: 950, ad_sub_type: 'rent' }])
})

test('a column of weekly rents that somebody names is still one of weekly rents', { tags: 'nightly' }, async () => {
  const file = fixture.write('a.csv', 'Weekly Rent,lat,lng,date\n450,-33.87,151.2,2026-09-01\n')
  expect(await fixture.importFile(file, { map: { rent: 'Weekly Rent' } })).toMatchObject({
    columns: { price_period: '=weekly or yearly' },
    rejected: { 'price by another period than the month': 1 },
  })
  const monthly = { rent: 'Weekly Rent', price_period: '=month' }
  expect(await fixture.importFile(file, { map: monthly })).toMatchObject({ kept: 1 })
})

test('a number of rooms in a type does not make it a room for rent', { tags: 'nightly' }, async () => {
  for (const type of ['3 ROOM', '3-Zimmer', '2 oda 1 salon']) {
    const report = await imported('price,type,lat,lng,date', [`450000,${type},1.37,103.85,2026-01-03`])
    expect(report.notes).toEqual([])
  }
  const offers = (await fixture.kept('ad_sub_type')).map(({ ad_sub_type }) => ad_sub_type)
  expect(offers).toEqual(['buy', 'buy', 'buy'])
})

test('the letters of HM Land Registry are read as types, unless the column has other letters, too', {
  tags: 'nightly',
}, async () => {
  const row = (letter: string, i: number) => `${250_000 + i},${letter},51.5,-0.1,2026-09-01`
  const header = 'price_paid,property_type,lat,lng,deed_date'
  await imported(header, ['D', 'S', 'T', 'F', 'O'].map(row))
  const types = async () => (await fixture.kept('property_type', 'price')).map((each) => each.property_type)
  expect(await types()).toEqual(['house', 'townhouse', 'townhouse', 'apartment', 'other'])
  await imported(header, ['D', 'S', 'X', 'F'].map(row))
  expect((await types()).slice(-1)).toEqual(['other'])
})

test('columns of who advertises, of days and of prices for a unit of area are none of offers, units or periods', async () => {
  const home = (unit: string, i: number) => ({
    ...{ price: 350_000 + i, surface: 80, lat: 40.41, lng: -3.7, adType: i % 2 ? 'private' : 'agency' },
    ...{ date: { timestamp: 1_790_000_000_000, diff: 3, unit }, floorArea: { unit: 'METRES_SQUARED' } },
  })
  const report = await fixture.importFile(fixture.write('a.json', JSON.stringify(['DAYS', 'DAYS'].map(home))))
  expect(report).toMatchObject({ kept: 2, columns: { area_unit: 'floorArea.unit' } })
  expect(await fixture.kept('DISTINCT area, ad_sub_type')).toEqual([{ area: 80, ad_sub_type: 'buy' }])
  const rents = ['private', 'agency'].map((who, i) => `${900 + i},60,40.41,-3.70,2026-10-03,${who},rent`)
  await imported('price,area,lat,lng,date,ad type,offer', rents)
  expect(await fixture.kept('price, ad_sub_type', 'price')).toContainEqual({ price: 900, ad_sub_type: 'rent' })
  const register = ['4,200 €/m²,1', '5,300 €/m²,1'].map((row, i) => {
    const [price, units] = [row.slice(0, -2), row.slice(-1)]
    return `${350_000 + i},"${price}",${units},80,40.41,-3.70,${i + 4}th Sep 2026`
  })
  const sales = await imported('price,unit price,Number of Units,area,lat,lng,seen', register)
  expect(sales).toMatchObject({ kept: 2, repaired: {}, columns: { area: 'area', date: 'seen' } })
})

test('a month has its day from a column of its own in Korea’s register, unless the month has no such day', async () => {
  const rows = ['202408,15', '202402,31'].map((date, i) => `${120_000 + i},84.9,37.5,127.04,${date}`)
  await imported('거래금액(만원),전용면적(㎡),위도,경도,계약년월,계약일', rows)
  const days = await fixture.kept("strftime(listed_on, '%Y-%m-%d') AS day", 'price')
  expect(days.map(({ day }) => day)).toEqual(['2024-08-15', '2024-02-01'])
})

test('years in which homes were built are no dates of offers', async () => {
  const built = Array.from({ length: 20 }, (_, i) => `${250_000 + i},${1950 + 3 * i},${1 + (i % 12)},40.4168,-3.7038`)
  await expect(imported('price,year,month,lat,lng', built)).rejects.toThrow(
    'found none; the years in "year" go so far back that homes were probably built in them; name it with --map date=',
  )
  const sold = built.map((row, i) => row.replace(`,${1950 + 3 * i},`, `,${2000 + ((i * 7) % 20)},`))
  expect(await imported('price,year,month,lat,lng', sold)).toMatchObject({ kept: 20 })
})

test('tables of statistics are refused by the name of one of their columns', { tags: 'nightly' }, async () => {
  const place = '40.4168,-3.7038,2026-10-03'
  const statistic = (name: string) =>
    `"${name}" seems to be a statistic of many homes: import a file with one row for each`
  for (const name of ['AveragePrice', 'precio_mediano', 'Median sale price'])
    await expect(imported(`${name},lat,lng,date`, [`250000,${place}`])).rejects.toThrow(statistic(name))
  const months = '2026-07-31,2026-08-31,2026-09-30'
  await expect(imported(`RegionName,lat,lng,${months}`, ['Sol,40.4168,-3.7038,1,2,3'])).rejects.toThrow(
    statistic('2026-07-31'),
  )
})

test('months with names are dates, and a Portuguese tipologia with T1 Duplex has rooms', {
  tags: 'nightly',
}, async () => {
  const row = (price: number, month: string, rooms: string) => `${price},${month},${rooms},40.4168,-3.7038`
  await imported('price,Month,Tipologia,lat,lng', [
    row(250_001, 'Jan 2026', 'T2'),
    row(250_002, 'Sept. 2026', 'T3+1'),
    row(250_003, 'março 2026', 'T1 Duplex'),
  ])
  expect(await fixture.kept('listed_on::VARCHAR AS day, rooms', 'price')).toEqual([
    { day: '2026-01-01', rooms: 2 },
    { day: '2026-09-01', rooms: 3 },
    { day: '2026-03-01', rooms: 1 },
  ])
  const blocks = imported('price,Block,lat,lng', ['250001,Block 2019,40.4168,-3.7038'])
  await expect(blocks).rejects.toThrow('expected a column for the date, found none; name it')
})
