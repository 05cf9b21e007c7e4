import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const homes = (name: string, price: number, day: string) =>
  fixture.write(
    name,
    `price,area,lat,lng,date\n${Array.from({ length: 20 }, (_, i) => `${price + i},100,41.0123,28.9712,${day}`).join('\n')}\n`,
  )

test('prices of earlier years are worth what they were then', async () => {
  // 150,000 lira bought 51,000 dollars in 2015, and a flat; in 2026 they are the rent of one.
  const then = await fixture.importFile(homes('then.csv', 150_000, '2015-12-31'))
  expect(then.reading.guessed_offer).toBeNull()
  expect(then.notes).toEqual([])
  const now = await fixture.importFile(homes('now.csv', 150_000, '2026-10-03'))
  expect(now.reading.guessed_offer).toEqual({ offer: 'rent', from: 'prices such as 150010 TRY' })
})

test('prices of years before all rates are worth what the earliest says', { tags: 'nightly' }, async () => {
  const before = await fixture.importFile(homes('before.csv', 700, '2009-05-01'))
  expect(before.reading.guessed_offer?.from).toMatch(/at the rate of 2015-12-31, the nearest that there is$/)
})

test('prices lower than those of any home are refused, with how to say what they count', async () => {
  const file = fixture.write(
    'a.csv',
    `price,lat,lng,date,offer type\n${Array.from({ length: 20 }, (_, i) => `2.${i},40.41,-3.7,2026-10-03,sale`).join('\n')}\n`,
  )
  await expect(fixture.importFile(file)).rejects.toThrow(
    /found half of them at or below 2\.\d+ EUR.*"price \(thousands\)"/,
  )
})

test('a name that says rents is believed where the prices are as low, however few', { tags: 'nightly' }, async () => {
  const rows = (price: number) => `price,area,lat,lng,date\n${price},60,40.41,-3.7,2026-10-03\n`
  const rents = await fixture.importFile(fixture.write('pisos_alquiler-2026.csv', rows(900)))
  expect(rents.reading.guessed_offer?.from).toBe('the name "pisos_alquiler-2026" and prices such as 900 EUR')
  const sales = await fixture.importFile(fixture.write('alquiler.csv', rows(200_000)))
  const both = await fixture.importFile(fixture.write('venta y alquiler.csv', rows(901)))
  expect([sales.reading.guessed_offer, both.reading.guessed_offer]).toEqual([null, null])
})
