import { expect, test } from 'vitest'
import type { Metric } from '../../domain/figure.ts'
import { formatFigure, readValue, titleWithUnit } from './figure-words.ts'

const EUROS = { currency: 'EUR', size_unit: 'm2' }
const digits = (text: string) => text.replaceAll(/[^0-9]/g, '')

test('a price per square metre has its currency and unit', () => {
  const text = formatFigure(4210.4, 'median_price_per_sqm', EUROS)
  expect(digits(text.replace('m²', ''))).toBe('4210')
  expect(text).toMatch(/€.*\/m²|€\/m²/)
})

test('rents per square metre keep a decimal', () => {
  expect(formatFigure(18.46, 'median_price_per_sqm', EUROS)).toMatch(/18[.,]5/)
})

test('amounts below ten keep two decimals, and those below a tenth two digits', () => {
  const shown = [0.474, 0.052, 0.96, 1.04, 0].map((value) => formatFigure(value, 'median_price_per_sqm', EUROS))
  expect(shown).toEqual(['€0.47/m²', '€0.052/m²', '€0.96/m²', '€1.04/m²', '€0/m²'])
  expect(formatFigure(0.474, 'area_for_budget', EUROS)).toBe('0.47 m²')
})

test('sizes have the unit that the service names', () => {
  expect(formatFigure(84.2, 'median_area', EUROS)).toBe('84 m²')
  expect(formatFigure(84.2, 'median_area', { ...EUROS, size_unit: 'sqft' })).toBe('84 ft²')
})

test('a code that is not a currency follows the figure', () => {
  expect(formatFigure(5000, 'median_price', { currency: 'points', size_unit: 'm2' })).toMatch(/ points$/)
})

test('a yield has a decimal, a difference its sign, and a count no unit', () => {
  expect(formatFigure(4.26, 'rental_yield', EUROS)).toBe('4.3%')
  expect(formatFigure(12.4, 'difference', EUROS)).toBe('+12%')
  expect(formatFigure(-25, 'difference', EUROS)).toBe('−25%')
  expect(formatFigure(1234, 'listings', EUROS)).toBe('1,234')
  expect(formatFigure(12.5, 'listings', EUROS), 'the middle of 12 and 13').toBe('12.5')
  expect(readValue(12.5, 'listings', EUROS)).toBe(12.5)
})

test('a small change is not written as none, unless it may be what tiles cut off', () => {
  const changes = [0.4, -0.2, 0.04, -0.04, 0, 0.5, -0.6]
  expect(changes.map((value) => formatFigure(value, 'change', EUROS))).toEqual([
    '+0.4%',
    '−0.2%',
    '0%',
    '0%',
    '0%',
    '+1%',
    '−1%',
  ])
  expect(changes.map((value) => readValue(value, 'change', EUROS) + 0)).toEqual([0.4, -0.2, 0, 0, 0, 1, -1])
})

test('the price of a size has no more digits than the price per m² behind it is sure to have', () => {
  expect(formatFigure(380_984, 'price_for_area', EUROS).replaceAll(/[.,\s]/g, '')).toContain('381000')
})

test('a title names the unit of its figures, and counts have none', () => {
  const title = (metric: Metric) => titleWithUnit('Title', metric, EUROS)
  expect(title('median_price_per_sqm')).toBe('Title in EUR')
  expect(title('median_area')).toBe('Title in m²')
  expect(title('listings')).toBe('Title')
})
