import { expect, test } from 'vitest'
import type { CellState } from '../../domain/figure.ts'
import { isKnownEmpty } from './area.ts'

const area = (states: readonly CellState[], over: object = {}) => ({
  cells: states.map((state) => ({ state })),
  isLoading: false,
  failure: null,
  ...over,
})

test('an area at sea, without listings or in a market that is not covered is known to be empty, as is one without cells', () => {
  expect(isKnownEmpty(area(['sea', 'no_listings', 'not_covered']))).toBe(true)
  expect(isKnownEmpty(area([]))).toBe(true)
  expect(isKnownEmpty(area(['sea', 'not_bought']))).toBe(false)
  expect(isKnownEmpty(area(['sea', 'too_few'])), 'earlier months may have enough').toBe(false)
  expect(isKnownEmpty(area([], { isLoading: true }))).toBe(false)
})
