import { expect, test } from 'vitest'
import { isOnlyReached } from './only-reached.ts'

test.each([
  ['a hexagon abroad that only larger hexagons of a region reach', 'not_covered', [5, 6], true],
  ['a hexagon at sea that only larger hexagons of a city reach', 'sea', [7], true],
  ['a hexagon at sea that a city lists itself', 'sea', [7, 8], false],
  ['a hexagon of a market without a figure', 'too_few', [5], false],
  ['zones whose resolution is not known', 'not_covered', [null], false],
] as const)('%s', (_, state, resolutions, isReached) => {
  const zones = resolutions.map((h3_res) => ({ h3_res }))
  expect(isOnlyReached(state, 8, zones)).toBe(isReached)
})
