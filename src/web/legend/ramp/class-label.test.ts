import { expect, test } from 'vitest'
import { classLabel, extentLabel, onlyClassWords } from './class-label.ts'

const dollars = (value: number) => `$${Math.round(value / 10) * 10}`

test('a scale without breaks has one class, named by the values that it has', () => {
  expect(classLabel(0, [], dollars)).toBe('All values')
  expect(extentLabel([3082], dollars)).toBe('$3080')
  expect(extentLabel([3082, 3079, 3081], dollars), 'values that are written the same').toBe('$3080')
  expect(extentLabel([3082, 1999], dollars)).toBe('$2000 to $3080')
  expect(extentLabel([], dollars)).toBe('')
})

test.each([
  ['median_price_per_sqm', [2000, 3500.5], '$2,000/m² to $3,500.5/m²'],
  ['median_price', [199_999, 1_234_567.5], '$199,999 to $1,234,567.5'],
  ['rental_yield', [3.25, 4], '3.25% to 4%'],
  ['change', [-2.5, -0.5], '−2.5% to −0.5%'],
  ['listings', [2.5, 10.2], '2.5 to 10.2'],
  ['median_area', [10.5, 20.25], '10.5 m² to 20.25 m²'],
] as const)('a class of %s ends where its breaks are, not at round numbers beside them', (metric, breaks, words) => {
  const units = { currency: 'USD', size_unit: 'm2' }
  expect(onlyClassWords(1, breaks, metric, units)).toBe(`Only one class stands out: ${words}.`)
})

test('a break that was typed in another unit has no digits of the calculation', () => {
  const typed = Number((3500 * 0.091_234_5).toPrecision(8))
  const units = { currency: 'EUR', size_unit: 'm2', rate: 1 / 0.091_234_5, spread: 1e-6 }
  expect(onlyClassWords(0, [typed], 'median_price_per_sqm', units)).toBe('Only one class stands out: under €3,500/m².')
})
