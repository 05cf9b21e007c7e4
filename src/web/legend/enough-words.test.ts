import { expect, test } from 'vitest'
import { enoughWords } from './use-enough-words.ts'

test('a view without figures does not say that a budget buys enough in all of them', () => {
  expect(enoughWords('80 m²', 0, 0)).toBeNull()
  expect(enoughWords('80 m²', 0, 3)).toBe('At least 80 m² in 0 of 3 hexagons; the others are faded.')
  expect(enoughWords('80 m²', 1, 1)).toBe('At least 80 m² in the only hexagon.')
  expect(enoughWords('80 m²', 3, 3)).toBe('At least 80 m² in all 3 hexagons.')
})
