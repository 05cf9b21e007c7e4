import { expect, test } from 'vitest'
import { groundOf } from './ground.ts'

const SPAIN = new Set(['es', 'ea'])

test.each([
  ['no land at all', [], SPAIN, 'sea'],
  ['no land, wherever the markets are', [], null, 'sea'],
  ['land of a market', ['es'], SPAIN, 'market'],
  ['land of a territory of a market', ['ea'], SPAIN, 'market'],
  ['land on both sides of a border', ['pt', 'es'], SPAIN, 'market'],
  ['land of another country', ['pt'], SPAIN, 'elsewhere'],
  ['land of other countries', ['pt', 'fr'], SPAIN, 'elsewhere'],
  ['land while the markets are not known', ['pt'], null, 'unknown'],
  ['land of no known country', ['zz'], SPAIN, 'unknown'],
  ['land of another country beside land of no known one', ['pt', 'zz'], SPAIN, 'unknown'],
  ['land where no market has figures', ['es'], new Set<string>(), 'elsewhere'],
])('%s', (_, countries, served, ground) => {
  expect(groundOf(new Set(countries), served)).toBe(ground)
})
