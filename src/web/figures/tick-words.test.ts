import { afterEach, expect, test } from 'vitest'
import { speak } from '../language/language.ts'
import { tickWords } from './tick-words.ts'

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

const units = (currency: string, rate = 1) => ({ currency, size_unit: 'm2', rate })
const words = (currency: string, rate?: number) =>
  tickWords([3_200, 3_800, 5_200, 5_900], 'median_price_per_sqm', units(currency, rate))

test('ticks have the sign of their currency where there is room for it', () => {
  expect(words('USD')).toEqual(['$3.2K', '$3.8K', '$5.2K', '$5.9K'])
  expect(words('GBP')).toEqual(['£3.2K', '£3.8K', '£5.2K', '£5.9K'])
  expect(words('CHF')).toEqual(['3.2K', '3.8K', '5.2K', '5.9K'])
})

test('ticks have enough digits to be right and to differ', () => {
  expect(words('EUR', 0.9213)).toEqual(['2.95K', '3.5K', '4.79K', '5.44K'])
  expect(tickWords([5_113, 5_148, 5_149], 'median_price', units('EUR'))).toEqual(['5.113K', '5.148K', '5.149K'])
  expect(tickWords([105, 115.4, 125], 'median_area', units('EUR', 2))).toEqual(['105', '115', '125'])
  expect(tickWords([], 'median_area', units('EUR'))).toEqual([])
  expect(tickWords([0, 10], 'median_price', units('EUR'))).toEqual(['€0', '€10'])
})

test('ticks group thousands as the figures beside them do', () => {
  speak({ language: 'de', locale: 'de-DE', catalogue: {} })
  expect(words('USD')).toEqual(['3.200', '3.800', '5.200', '5.900'])
})
