import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const MADRID = '40.4168,-3.7038,2026-10-03'
const imported = (header: string, rows: readonly string[]) =>
  fixture.importFile(
    fixture.write('a.csv', `${header},m2,lat,lng,date\n${rows.map((row) => `${row},${MADRID}\n`).join('')}`),
  )
const FULL = 'price that looks written in full, in a column of thousands'
const homes = (price: (i: number) => number) => Array.from({ length: 30 }, (_, i) => `${price(i)},${70 + i}`)

test('a price in full in a column of thousands is rejected and counted, and a dear home is kept', async () => {
  const report = await imported('price (k€)', [
    ...homes((i) => 200 + i),
    '285000,90',
    '15000,12',
    '12500,450',
    '0.3M,80',
  ])
  expect(report).toMatchObject({ kept: 32, rejected: { [FULL]: 2 } })
  expect((await fixture.kept('price', 'price')).at(-1)).toEqual({ price: 12_500_000 })
})

test('rents are compared with rents', { tags: 'nightly' }, async () => {
  const sales = homes((i) => 200 + i).map((row) => `,${row}`)
  const rents = homes((i) => 1 + i / 100).map((row) => row.replace(',', ',,'))
  const report = await imported('Rent (thousands),Price (thousands)', [...sales, ...rents, '1200,,60'])
  expect(report).toMatchObject({ kept: 60, rejected: { [FULL]: 1 } })
})

test('a price column that is named as thousands but has prices in full is refused', async () => {
  const found = imported('price (000)', [...homes((i) => 200_000 + i), '285,90'])
  await expect(found).rejects.toThrow(/counts thousands; nothing was imported. If its prices are written in full/)
})

test('decimals that only a computer has do not make a number of thousands a full price', {
  tags: 'nightly',
}, async () => {
  const report = await imported('price (k€)', ['285.35000000000002,80', '"284,99999999",80'])
  expect(report).toMatchObject({ kept: 2 })
  const prices = (await fixture.kept('price', 'price')).map(({ price }) => Math.round(Number(price)))
  expect(prices).toEqual([285_000, 285_350])
})
