import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

test('homes whose type says that they are for rent are not sales', async () => {
  const row = (type: string, price: number, lat: number) => `${type},${price},100,${lat},-118.2,2026-10-03\n`
  const rows = Array.from({ length: 10 }, (_, i) => row('Residential', 700_000 + i, 34 + i / 1000))
  const leases = Array.from({ length: 4 }, (_, i) => row('Residential Lease', 3_000 + i, 34.1 + i / 1000))
  const head = 'PropertyType,ListPrice,LivingArea,Latitude,Longitude,OnMarketDate\n'
  const report = await fixture.importFile(fixture.write('reso.csv', head + rows.join('') + leases.join('')))
  expect(report.notes).toEqual(['for rent by their type, since nothing else says so: 4 of type Residential Lease'])
  const offers = (await fixture.kept('ad_sub_type')).map(({ ad_sub_type }) => ad_sub_type)
  expect(offers.filter((offer) => offer === 'buy')).toHaveLength(10)
  expect(offers.filter((offer) => offer === 'rent')).toHaveLength(4)
})

test('rooms are for rent, and a type that says the offer is not left for one that says more of the home', {
  tags: 'nightly',
}, async () => {
  const head = 'PropertyType,PropertySubType,ListPrice,LivingArea,Latitude,Longitude,OnMarketDate\n'
  const rows = ['Residential,Condominium,700000', 'Residential Lease,Apartment,3000', 'Room,Apartment,600']
  const text = rows.map((row, i) => `${row},100,34.${i + 1},-118.2,2026-10-03\n`).join('')
  const report = await fixture.importFile(fixture.write('reso.csv', head + text))
  expect(report.notes).toEqual([
    'for rent by their type, since nothing else says so: 1 of type Residential Lease, 1 of type Room',
  ])
  expect(await fixture.kept('price, ad_sub_type', 'price')).toEqual([
    { price: 600, ad_sub_type: 'rent' },
    { price: 3_000, ad_sub_type: 'rent' },
    { price: 700_000, ad_sub_type: 'buy' },
  ])
})

test('an option for the offer counts more than a type', async () => {
  const head = 'type,price,area,lat,lng,date\n'
  const file = fixture.write('a.csv', `${head}Flat to let,300000,100,41.4,2.17,2026-10-03\n`)
  expect((await fixture.importFile(file, { adSubType: 'buy' })).notes).toEqual([])
})

test('where one column says what is for rent and another the types, both are read', { tags: 'nightly' }, async () => {
  const head = 'PropertyType,PropertySubType,ListPrice,LivingArea (m2),Latitude,Longitude,OnMarketDate\n'
  const rows = [
    'Residential,Single Family Residence,700000',
    'Residential,Condominium,700001',
    'Residential Lease,Condominium,3000',
    'Land,,100000',
  ]
  const text = rows.map((row, i) => `${row},100,34.${i + 1},-118.2,2026-10-03\n`).join('')
  const report = await fixture.importFile(fixture.write('reso.csv', head + text))
  expect(report).toMatchObject({ columns: { property_type: 'PropertySubType', is_rent: 'PropertyType' }, doubts: [] })
  expect(await fixture.kept('property_type, ad_sub_type', 'price')).toEqual([
    { property_type: 'apartment', ad_sub_type: 'rent' },
    { property_type: 'land', ad_sub_type: 'buy' },
    { property_type: 'house', ad_sub_type: 'buy' },
    { property_type: 'apartment', ad_sub_type: 'buy' },
  ])
})
