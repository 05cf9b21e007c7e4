import { afterEach, expect, test } from 'vitest'
import { speak } from '../language/language.ts'
import { roundBreaks } from './round-breaks.ts'
import { tickWords } from './tick-words.ts'

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

const units = (currency: string, rate = 1) => ({ currency, size_unit: 'm2', rate })
const words = (currency: string) => tickWords([3_200, 3_800, 5_200, 5_900], 'median_price_per_sqm', units(currency))

test('ticks have the sign of their currency where there is room for it', () => {
  expect(words('USD')).toEqual(['$3.2K', '$3.8K', '$5.2K', '$5.9K'])
  expect(words('GBP')).toEqual(['£3.2K', '£3.8K', '£5.2K', '£5.9K'])
  expect(words('CHF')).toEqual(['3.2K', '3.8K', '5.2K', '5.9K'])
})

test('ticks are exact, however many digits that takes', () => {
  expect(tickWords([3_521, 4_000], 'median_price', units('EUR'))).toEqual(['3.521K', '4K'])
  expect(tickWords([5_113, 5_148, 5_149], 'median_price', units('EUR'))).toEqual(['5.113K', '5.148K', '5.149K'])
  expect(tickWords([105, 115.4, 125], 'median_area', units('EUR', 2))).toEqual(['105', '115.4', '125'])
  expect(tickWords([], 'median_area', units('EUR'))).toEqual([])
  expect(tickWords([0, 10], 'median_price', units('EUR'))).toEqual(['€0', '€10'])
})

test('ticks group thousands as the figures beside them do', () => {
  speak({ language: 'de', locale: 'de-DE', catalogue: {} })
  expect(words('USD')).toEqual(['3.200', '3.800', '5.200', '5.900'])
})

test('an axis with more room has the sign of the currency on longer ticks too', () => {
  const ticks = [5_250, 5_500]
  expect(tickWords(ticks, 'median_price_per_sqm', units('USD'))).toEqual(['5.25K', '5.5K'])
  expect(tickWords(ticks, 'median_price_per_sqm', units('USD'), () => true)).toEqual(['$5.25K', '$5.5K'])
  speak({ language: 'fr', locale: 'fr-FR', catalogue: {} })
  expect(tickWords([5_500], 'median_price_per_sqm', units('USD'), () => true)).toEqual(['5,5\u00a0k\u00a0$'])
  expect(tickWords([5_500], 'median_price_per_sqm', units('USD'))).toEqual(['5,5\u00a0k'])
})

test('breaks that are converted are round in the money shown, and their ticks exact', () => {
  const euros = units('EUR', 0.9213)
  const round = roundBreaks([3_200, 3_800, 5_200, 5_900], 'median_price_per_sqm', euros, false)
  expect(tickWords(round, 'median_price_per_sqm', euros)).toEqual(['2.95K', '3.5K', '4.79K', '5.44K'])
  for (const [index, shown] of [2950, 3500, 4790, 5440].entries()) {
    expect((round[index] ?? 0) * 0.9213).toBeCloseTo(shown, 6)
  }
  expect(roundBreaks(round, 'median_price_per_sqm', euros, false), 'a second time changes nothing').toEqual(round)
})

test('breaks stay as they were made in the money of the purchase, and as typed in any other', () => {
  const made = [3_521, 4_100.265]
  expect(roundBreaks(made, 'median_price', units('USD'), false)).toBe(made)
  const typed = [3521, 412_345].map((at) => Number((at / 0.92134527).toPrecision(8)))
  const euros = units('EUR', 0.92134527)
  expect(roundBreaks(typed, 'median_price', euros, true)).toBe(typed)
  expect(tickWords(typed, 'median_price', euros)).toEqual(['3.521K', '412.345K'])
  expect(tickWords(roundBreaks(typed, 'median_price', units('USD'), true), 'median_price', units('USD'))).toEqual([
    '$3.8K',
    '$450K',
  ])
})
