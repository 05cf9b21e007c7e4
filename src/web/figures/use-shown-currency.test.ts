import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CurrencyRate } from '../../contract/currency-rate.ts'
import { classBreaks, classOf } from '../../domain/class-breaks.ts'
import { BASE_CURRENCY, parseCurrency } from '../../domain/currency.ts'
import { currencyLabel, rateWords } from '../currency/currency-words.ts'
import { formatFigure, shownValue } from './figure-words.ts'
import { unitsOf } from './use-shown-currency.ts'

const EUR = parseCurrency('EUR') ?? BASE_CURRENCY
const BOUGHT = { currency: 'USD', size_unit: 'm2' }
const EDITION = { ...BOUGHT, lens: 'default' }
const ABOUT = { as_of: '2026-11-01', currency: 'EUR', base: 'USD', fx_date: '2026-10-30', cells: 40 } as const
const RATE: CurrencyRate = { kind: 'rate', ...ABOUT, units_per_usd: 0.92134, spread: 0 }
const AS_SUCH: CurrencyRate = { kind: 'bought-as-such', ...ABOUT }

describe('units', () => {
  test('are those of the purchase until a rate is known', () => {
    expect(unitsOf(EDITION, { kind: 'base' })).toEqual(BOUGHT)
    expect(unitsOf(EDITION, { kind: 'looking' })).toEqual(BOUGHT)
    expect(unitsOf(EDITION, { kind: 'unknown', currency: EUR, isUnasked: false })).toEqual(BOUGHT)
    expect(unitsOf({ ...BOUGHT, lens: 'ad_sub_type=rent' }, { kind: 'base' })).toEqual({ ...BOUGHT, isRent: true })
  })

  test('convert by the rate once it is known, but never figures that are already in another currency', () => {
    const known = { kind: 'known', currency: EUR, rate: RATE } as const
    expect(unitsOf(EDITION, known)).toEqual({ currency: 'EUR', size_unit: 'm2', rate: 0.92134, spread: 0 })
    const inEuros = { ...BOUGHT, currency: 'EUR' }
    expect(unitsOf({ ...EDITION, currency: 'EUR' }, known)).toEqual(inEuros)
    expect(unitsOf({ ...EDITION, currency: 'EUR' }, { ...known, rate: AS_SUCH })).toEqual(inEuros)
    expect(unitsOf(EDITION, { ...known, rate: AS_SUCH })).toEqual(BOUGHT)
  })

  test('convert money but not sizes', () => {
    const units = { ...BOUGHT, currency: 'EUR', rate: 0.5 }
    expect(formatFigure(4_210, 'median_price_per_sqm', units).replaceAll(/[^\d€]/g, '')).toContain('2105')
    expect(formatFigure(4_210, 'median_price_per_sqm', units)).toContain('€')
    expect(formatFigure(90, 'median_area', units)).toBe(formatFigure(90, 'median_area', BOUGHT))
    // A small amount in the currency shown keeps its decimal.
    expect(formatFigure(150, 'median_price_per_sqm', { ...units, rate: 0.123 })).toMatch(/18[.,]5/)
  })
})

test('a cell keeps its class in every currency, and its figure lies within the class’s label', () => {
  const prices = fc.array(fc.double({ min: 1, max: 40_000, noNaN: true }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(prices, fc.double({ min: 1e-3, max: 3e4, noNaN: true }), (values, rate) => {
      const breaks = classBreaks('quantile', values)
      const show = (value: number) => shownValue(value, 'median_price', { ...BOUGHT, rate })
      for (const value of values) {
        const index = classOf(value, breaks)
        expect(show(value)).toBeGreaterThanOrEqual(show(breaks[index - 1] ?? 0))
        expect(show(value)).toBeLessThanOrEqual(show(breaks[index] ?? Number.MAX_VALUE))
      }
    }),
  )
})

test('the rate has four digits and its date, and a currency without one has the reason', () => {
  expect(rateWords(RATE)).toMatch(/^Converted at 0[.,]9213 EUR per USD as of .*2026.*\.$/)
  expect(rateWords({ ...RATE, units_per_usd: 152.348 })).toMatch(/152[.,]3 EUR/)
  expect(rateWords({ ...RATE, fx_date: 'late October' })).toContain('of late October.')
  expect(rateWords(AS_SUCH)).toContain('Bought in EUR')
})

test('a currency without a name shows its code', () => {
  expect(currencyLabel('EUR')).toBe('EUR, Euro')
  expect(currencyLabel('XQQ')).toBe('XQQ')
})
