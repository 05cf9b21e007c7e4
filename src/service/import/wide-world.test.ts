// @module-tag nightly
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'

let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const JAKARTA = '-6.2088,106.8456'
const DAY = '2026-09-03'

function importRows(header: string, rows: readonly string[], options = {}) {
  return fixture.importFile(fixture.write('a.csv', `${header}\n${rows.join('\n')}\n`), options)
}

describe('prices', () => {
  test('in M are billions where they are rupiah, and rejected where nothing beside them says so', async () => {
    const cells = ['"Rp 2,25 M"', 'Rp 850 jt', '"Rp 1,5 Miliar"', 'Rp 975 Juta', 'IDR 3 M', '"1,75 M"']
    const report = await importRows(
      'price,latitude,longitude,date',
      cells.map((cell) => `${cell},${JAKARTA},${DAY}`),
    )
    expect(report.rejected).toEqual({ 'price in M, which can be millions or billions of rupiah': 1 })
    expect((await fixture.kept('price', 'price')).map(({ price }) => price)).toEqual([850e6, 975e6, 1.5e9, 2.25e9, 3e9])
  })

  test('are shortened in the words of more languages', async () => {
    const cells = [
      ['12,5 millió Ft', 47.4979, 19.0402],
      ['45 M Ft', 47.498, 19.0403],
      ['4,95 mio. kr.', 55.6761, 12.5683],
      ['3,2 mkr', 59.3293, 18.0686],
      ['Rs. 234 Lakhs', 19.076, 72.8777],
      ['320万元', 31.2304, 121.4737],
      ['4980万円', 35.6895, 139.6917],
      // Not "mtl.", a German "by the month".
      ['4.25M TL', 41.0082, 28.9784],
      ['$1,500,000 MN', 19.4326, -99.1332],
      ['$9500 MN', 19.4327, -99.1333],
    ]
    const report = await importRows(
      'price;lat;lng;date',
      cells.map((cell) => `${cell.join(';')};${DAY}`),
    )
    expect(report.rejected).toEqual({})
    expect(await fixture.kept('price, currency', 'price, currency')).toEqual([
      { price: 9_500, currency: 'MXN' },
      { price: 1_500_000, currency: 'MXN' },
      { price: 3_200_000, currency: 'CNY' },
      { price: 3_200_000, currency: 'SEK' },
      { price: 4_250_000, currency: 'TRY' },
      { price: 4_950_000, currency: 'DKK' },
      { price: 12_500_000, currency: 'HUF' },
      { price: 23_400_000, currency: 'INR' },
      { price: 45_000_000, currency: 'HUF' },
      { price: 49_800_000, currency: 'JPY' },
    ])
    expect(await fixture.kept('DISTINCT ad_sub_type', 'ad_sub_type')).toEqual([{ ad_sub_type: 'buy' }])
  })

  test('of a week or of a unit of area are rejected, also where only the values of a column say so', async () => {
    const units = ['per week', 'pw', 'monthly', 'per month', 'pcm']
    const report = await importRows(
      'rent,per,lat,lng,date',
      units.map((unit, i) => `${500 + i},${unit},-33.8688,151.0093,${DAY}`),
    )
    expect(report).toMatchObject({ kept: 3, rejected: { 'price by another period than the month': 2 } })
    expect(report.doubts.map(({ field }) => field)).toEqual(['price_period'])
    const other = await importRows('price,price_unit,lat,lng,date', [
      `3200,EUR/m²,52.52,13.405,${DAY}`,
      `450000,EUR,52.52,13.405,${DAY}`,
    ])
    expect(other.rejected).toEqual({ 'price of a unit of area, not of the home': 1 })
  })

  test('have the currency that their column’s name begins with', async () => {
    await importRows('usd_price,lat,lng,date', [`120000,-34.6037,-58.3816,${DAY}`])
    expect(await fixture.kept('price, currency')).toEqual([{ price: 120000, currency: 'USD' }])
  })
})

describe('areas', () => {
  test('are in the unit of their cell, or else in that of their column or of the column of units', async () => {
    const rows = [
      '2,acres',
      '0.5,ha',
      '1500,SQ_FT',
      '80,m2',
      '70,',
      '10,marla',
      '30 m²,sqft',
      '20坪,',
      '84㎡(25.7평),',
      '70.5m²（壁芯）,',
    ]
    const report = await importRows(
      'price,area,area_unit,lat,lng,date',
      rows.map((row, i) => `${100_000 + i},${row},30.2672,-97.7431,${DAY}`),
    )
    expect(report.repaired).toEqual({ 'unreadable area, treated as unknown': 1 })
    const areas = (await fixture.kept('area', 'price')).map(({ area }) => area)
    const expected = [8093.7128448, 5000, 139.35456, 80, 70, null, 30, 66.1157, 84, 70.5]
    for (const [i, area] of expected.entries()) {
      if (area === null) expect(areas[i]).toBeNull()
      else expect(areas[i]).toBeCloseTo(area, 3)
    }
    const units = ['900,sqft', '82,sqm'].map((row, i) => `${300_000 + i},${row},30.2672,-97.7431,${DAY}`)
    expect((await importRows('price,area,unit,lat,lng,date', units)).columns.area_unit).toBe('unit')
    const mixed = ['901,sqft', '83,sqm', '84,Apt 3B'].map((row, i) => `${320_000 + i},${row},30.2672,-97.7431,${DAY}`)
    expect(await importRows('price,area,unit,lat,lng,date', mixed)).toMatchObject({
      columns: { area_unit: 'unit' },
      repaired: { 'unreadable area, treated as unknown': 1 },
    })
    const unsized = ['5,marla', '6,Kanal'].map((row, i) => `${330_000 + i},${row},30.2672,-97.7431,${DAY}`)
    expect(await importRows('price,area,unit,lat,lng,date', unsized), 'not square metres').toMatchObject({
      columns: { area_unit: 'unit' },
      repaired: { 'unreadable area, treated as unknown': 2 },
    })
    const doors = ['82,5B', '83,A'].map((row, i) => `${310_000 + i},${row},30.2672,-97.7431,${DAY}`)
    expect((await importRows('price,area,unit,lat,lng,date', doors)).columns.area_unit).toBeUndefined()
    const { warnings } = await importRows('price,area (ha),lat,lng,date', [`150000,2,30.2672,-97.7431,${DAY}`])
    expect(warnings, 'hectares are named').not.toContainEqual(expect.stringContaining('square feet'))
    await importRows('price,size_sqft,lat,lng,date', [`200000,90 m²,30.2672,-97.7431,${DAY}`])
    expect(await fixture.kept('area', 'price DESC LIMIT 1')).toContainEqual({ area: 90 })
  })

  test('that are missing are a warning, and columns with similar names are told', async () => {
    const report = await importRows('price,Área techada,Covered m2 total,lat,lng,date', [
      `9500000,850,900,19.076,72.8777,${DAY}`,
    ])
    expect(report.similar_columns).toEqual({ area: ['Área techada', 'Covered m2 total'] })
    expect(report.warnings).toContain('1 of 1 rows have no area, so the map has no price per m² for them')
  })
})

test('types that also state the offer are read as both, and named as a doubt', async () => {
  const types = ['Satılık Daire', 'Kiralık Daire', 'Satılık Villa', 'Kiralık Daire']
  const report = await importRows(
    'Fiyat,Emlak Tipi,Enlem,Boylam,Tarih',
    types.map((type, i) => `${25_000 + i},${type},41.0082,28.95,${DAY}`),
  )
  expect(report.doubts.map(({ field }) => field)).toEqual(['ad_sub_type'])
  expect(await fixture.kept('ad_sub_type, property_type', 'price')).toEqual([
    { ad_sub_type: 'buy', property_type: 'apartment' },
    { ad_sub_type: 'rent', property_type: 'apartment' },
    { ad_sub_type: 'buy', property_type: 'house' },
    { ad_sub_type: 'rent', property_type: 'apartment' },
  ])
})

test('an offer that is denied, or that is a rent and a sale, is not known', async () => {
  const offers = ['not for rent', 'rent to own', 'for sale']
  const report = await importRows(
    'price,lat,lng,date,offer',
    offers.map((offer) => `300000,51.5074,-0.1278,${DAY},${offer}`),
  )
  expect(report).toMatchObject({ kept: 1, rejected: { 'unknown ad_sub_type': 2 } })
})

test('a point can have decimal commas or the letters of directions; one that cannot be read is quoted', async () => {
  const points = ['41,9028; 12,4964', '41,9029, 12,4965', `41°54'10"N 12°29'47"E`, 'Via del Corso 1']
  const report = await importRows(
    'price|coordinates|date',
    points.map((point, i) => `${100_000 + i}|${point.replaceAll('"', '″')}|${DAY}`),
  )
  expect(report).toMatchObject({ kept: 3, rejected: { 'unreadable coordinates': 1 } })
  expect(report.examples?.['unreadable coordinates']).toContain('at Via del Corso 1')
  expect(await fixture.kept('round(lat, 3) AS lat, round(lng, 3) AS lng', 'price')).toEqual([
    { lat: 41.903, lng: 12.496 },
    { lat: 41.903, lng: 12.497 },
    { lat: 41.903, lng: 12.496 },
  ])
})

test('dates that programs write in place of no date are rejected', async () => {
  const days = ['1900-01-01', '1970-01-01', '0', DAY]
  const report = await importRows(
    'price,lat,lng,date',
    days.map((day) => `300000,51.5074,-0.1278,${day}`),
  )
  expect(report.rejected).toEqual({ 'date that programs write for none': 2, 'unreadable date': 1 })
})
