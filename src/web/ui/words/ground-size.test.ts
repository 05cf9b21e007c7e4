import { expect, test } from 'vitest'
import { groundSizeWords } from './ground-size.ts'

test.each([
  [12.57, null, '12.6 km²'],
  [12.57, 'm2', '12.6 km²'],
  [12.57, 'ft2', '4.85 sq mi'],
  [2.589988110336, 'ft2', '1 sq mi'],
] as const)('%s km² for readers of %s are %s', (km2, unit, words) => {
  expect(groundSizeWords(km2, unit)).toBe(words)
})
