import { expect, test } from 'vitest'
import { demoMonths, monthWeights, seasonalPrice } from './months.ts'

const months = demoMonths(new Date('2026-03-05T23:30:00Z'))

test('the market covers fourteen whole months and the current one', () => {
  expect(months).toHaveLength(15)
  expect(months[0]?.days[0]).toBe('2025-01-01')
  expect(months.at(-1)?.days.at(-1)).toBe('2026-03-31')
  expect(months.at(-1)?.yearsAgo).toBe(0)
  expect(months.map(({ days }) => days.length).slice(0, 3)).toEqual([31, 28, 31])
})

test('the weights of the months are running sums up to 1', () => {
  const weights = monthWeights(months, 'es')
  expect(weights.at(-1)).toBeCloseTo(1, 12)
  expect([...weights].sort((a, b) => a - b)).toEqual(weights)
})

test('later months have more listings than the same month a year before', () => {
  const shares = monthWeights(months, 'es').map((sum, i, sums) => sum - (sums[i - 1] ?? 0))
  const [first = 0, later = 0] = [shares[0], shares[12]]
  expect(later / first).toBeCloseTo(1.1 ** 12, 9)
})

test('seasons are shifted by half a year south of the equator', () => {
  expect(seasonalPrice(2, 'au')).toBe(seasonalPrice(8, 'es'))
})
