import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'
import { withNights } from './nights.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

test('the prices of holiday lets are by the night, unless something says otherwise', () => {
  const price = { price: { column: 0 } }
  const nightly = { ...price, price_period: { constant: 'night' } }
  expect(withNights(price, ['price', 'minimumNights'], undefined)).toEqual(nightly)
  expect(withNights(price, ['price', 'host_name', 'room_type', 'accommodates'], undefined)).toEqual(nightly)
  expect(withNights(price, ['price', 'room_type', 'guests'], undefined)).toEqual(price)
  expect(withNights(price, ['Preis monatlich', 'min_nights'], undefined)).toEqual(price)
  expect(withNights(price, ['price', 'min_nights'], 'rent')).toEqual(price)
  const said = { ...price, ad_sub_type: { column: 1 } }
  expect(withNights(said, ['price', 'offer', 'min_nights'], undefined)).toEqual(said)
})

test('a row with a price and a rent is a sale, and the report names the rents that are left out', async () => {
  const place = '80,40.4168,-3.7038,2026-10-03'
  const text = `price,rent,area,latitude,longitude,date\n250000,900,${place}\n260000,,${place}\n,950,${place}\n`
  const report = await fixture.importFile(fixture.write('a.csv', text))
  expect(report).toMatchObject({ kept: 3 })
  expect(report.notes).toEqual([expect.stringContaining('rows with both a price and a rent: 1, which count as sales')])
  expect((await fixture.importFile(fixture.write('b.csv', text.replace(',900,', ',,')))).notes).toEqual([])
})

test('NUL characters that fill a cell are no part of it, and those within it leave it unreadable', async () => {
  const place = '40.4168,-3.7038,2026-10-03'
  const text = `price,area,latitude,longitude,date\n250000\0\0,90\0,${place}\n260000,\0,${place}\n27\0${'0'.repeat(4)},70,${place}\n`
  expect(await fixture.importFile(fixture.write('a.csv', text))).toMatchObject({
    rejected: { 'unreadable price': 1 },
    repaired: {},
  })
  expect(await fixture.kept('price, area', 'price')).toEqual([
    { price: 250_000, area: 90 },
    { price: 260_000, area: null },
  ])
})
