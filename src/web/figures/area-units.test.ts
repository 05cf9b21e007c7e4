import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaUnits } from './area-units.ts'
import { convertedValue, formatFigure, formatSize, inBoughtArea, metricLabel, shownValue } from './figure-words.ts'
import { roundBreaks } from './round-breaks.ts'
import { tickWords } from './tick-words.ts'

const SQM = { currency: 'USD', size_unit: 'm2' }
const SQFT = { ...SQM, ...areaUnits('m2', 'ft2') }

test('a reader’s unit converts areas and prices per area, and nothing else', () => {
  expect(formatFigure(100, 'median_area', SQFT)).toBe('1,076 ft²')
  expect(formatFigure(4_305.56, 'median_price_per_sqm', SQFT)).toBe('$400/ft²')
  expect(formatFigure(300_000, 'median_price', SQFT)).toBe('$300,000')
  expect(formatFigure(12, 'listings', SQFT)).toBe('12')
  expect(formatFigure(4, 'rental_yield', SQFT)).toBe('4%')
  expect(formatFigure(50, 'area_for_budget', SQFT)).toBe('538 ft²')
  expect(metricLabel('median_price_per_sqm', SQFT)).toBe('Median price per ft²')
  expect(
    tickWords(roundBreaks([2_000, 3_000, 4_000], 'median_price_per_sqm', SQFT, false), 'median_price_per_sqm', SQFT),
  ).toEqual(['$186', '$279', '$372'])
})

test('without a choice, or for a unit that the page does not know, areas are as the service gives them', () => {
  expect(areaUnits('sqft', null)).toEqual({ size_unit: 'sqft' })
  expect(areaUnits('sqft', 'ft2')).toEqual({ size_unit: 'sqft' })
  expect(areaUnits('tsubo', 'ft2')).toEqual({ size_unit: 'tsubo' })
  const metres = { ...SQM, ...areaUnits('sqft', 'm2') }
  expect(formatFigure(1_076.391, 'median_area', metres)).toBe('100 m²')
  expect(formatFigure(400, 'median_price_per_sqm', metres)).toMatch(/^\$4,3\d\d\/m²$/)
})

test('a size is written as the field has it in which it was typed', () => {
  expect(formatSize(84.5, SQM)).toBe('84.5 m²')
  expect(formatSize(78.9676, SQFT), '850 ft², as the address has it').toBe('850 ft²')
  expect(formatSize(80, { ...SQFT, isAreaUnstated: true })).toBe('861.11 ft²')
})

test('files keep the unit of the purchase, and what is converted once is not converted again', () => {
  expect(inBoughtArea({ ...SQFT, rate: 0.9 }, { size_unit: 'm2' })).toEqual({ ...SQM, rate: 0.9 })
})

test('feet and back are the same price, with and without a rate', () => {
  const amount = fc.integer({ min: 10, max: 99_999 })
  fc.assert(
    fc.property(amount, fc.constantFrom(1, 0.9213, 157.2), (price, rate) => {
      const shown = shownValue(price, 'median_price_per_sqm', { ...SQFT, rate })
      expect((shown / 0.3048 ** 2 / rate).toPrecision(9)).toBe(price.toPrecision(9))
      const certain = convertedValue(price, 'median_price_per_sqm', { ...SQFT, rate })
      expect(Math.abs(certain - shown)).toBeLessThanOrEqual(Math.max(0.005 * shown, 0.1))
    }),
  )
})

test('where the service states no unit, only the areas that it sends have none', () => {
  const units = { currency: 'USD', ...areaUnits('', null) }
  expect(formatFigure(80, 'median_area', units)).toBe('80 (unit not stated)')
  expect(formatFigure(4_000, 'median_price_per_sqm', units)).toBe('$4,000/m²')
  expect(formatFigure(50, 'area_for_budget', units)).toBe('50 m²')
  expect(metricLabel('median_price_per_sqm', units)).toBe('Median price per m²')
  const inFeet = { currency: 'USD', ...areaUnits('', 'ft2') }
  expect(formatFigure(80, 'median_area', inFeet)).toBe('80 (unit not stated)')
  expect(formatFigure(4_305.56, 'median_price_per_sqm', inFeet)).toBe('$400/ft²')
  expect(inBoughtArea(inFeet, { size_unit: '' }).size_unit).toBe('')
})
