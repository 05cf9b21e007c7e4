import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

test('near a border, a home is in the country of the town nearest to it, or of its currency', async () => {
  const rows = [
    // Near Kehl, east of Geneva, in the north of Basel, and in Tijuana, where prices can be in dollars.
    '250001 EUR,48.5550,7.7900',
    '250002,46.1750,6.1933',
    '250003 CHF,47.5850,7.5700',
    '250004 USD,32.5250,-117.0633',
  ]
  const text = rows.map((row) => `${row},2026-10-03`).join('\n')
  await fixture.importFile(fixture.write('a.csv', `price,lat,lng,date\n${text}\n`))
  const countries = (await fixture.kept('price, country', 'price')).map(({ country }) => country)
  expect(countries).toEqual(['de', 'ch', 'ch', 'mx'])
})
