import { expect, test } from 'vitest'
import { BASE_CURRENCY, figuresText, parseCurrency, readFiguresText } from './currency.ts'
import { lensKey, parseLensKey } from './lens.ts'

const EUR = parseCurrency('EUR') ?? BASE_CURRENCY

test('a currency is three capital letters', () => {
  expect(['EUR', 'USD'].map(parseCurrency)).toEqual(['EUR', 'USD'])
  expect(['eur', 'EU', 'EURO', 'E1R', '', ' EUR'].map(parseCurrency)).toEqual(new Array(6).fill(null))
})

test('figures in the base currency are named by their lens alone', () => {
  expect(figuresText({ lens: 'rooms=2' })).toBe('rooms=2')
  expect(figuresText({ lens: 'rooms=2', currency: BASE_CURRENCY })).toBe('rooms=2')
  expect(readFiguresText('rooms=2')).toEqual({ lens: 'rooms=2', currency: null })
})

test('figures in another currency have a name that is not a lens key and that reads back', () => {
  for (const lens of [lensKey({}), lensKey({ rooms: '2', ad_sub_type: 'rent' })]) {
    const text = figuresText({ lens, currency: EUR })
    expect(parseLensKey(text)).toBeNull()
    expect(readFiguresText(text)).toEqual({ lens, currency: 'EUR' })
  }
})
