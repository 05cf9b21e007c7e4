import { expect, test } from 'vitest'
import { differenceWords, overlapWords } from './difference-words.ts'

const EUROS = { currency: 'EUR', size_unit: 'm2' }
const difference = { amount: 1200, percent: 12, overlap: 'apart', isEstimate: false } as const

test('a difference from figures that are all estimated is marked as an estimate', () => {
  const words = (isEstimate: boolean) => differenceWords({ ...difference, isEstimate }, 'median_price_per_sqm', EUROS)
  expect(words(false)).toBe('+€1,200/m² (+12%)')
  expect(words(true)).toBe('≈ +€1,200/m² (+12%)')
})

test('the words about spreads say no more than what was compared', () => {
  expect(overlapWords('halves_apart'), 'the whole middle half of one may lie in the other’s range').toBe(
    'The middle halves do not overlap.',
  )
})
