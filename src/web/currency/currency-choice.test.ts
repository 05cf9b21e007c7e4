import { expect, test } from 'vitest'
import { BASE_CURRENCY, parseCurrency } from '../../domain/currency.ts'
import { rememberCurrency, rememberedCurrency } from './currency-choice.ts'

const EUR = parseCurrency('EUR') ?? BASE_CURRENCY

test('the last currency chosen is remembered', () => {
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) }
  expect(rememberedCurrency(storage)).toBe('USD')
  rememberCurrency(storage, EUR)
  expect(rememberedCurrency(storage)).toBe('EUR')
  rememberCurrency(storage, BASE_CURRENCY)
  expect(rememberedCurrency(storage)).toBe('USD')
})

test('blocked storage, or another value in it, means the base currency', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError')
  }
  expect(rememberedCurrency({ getItem: forbidden })).toBe('USD')
  expect(rememberedCurrency({ getItem: () => 'euros' })).toBe('USD')
  expect(() => rememberCurrency({ setItem: forbidden }, EUR)).not.toThrow()
})
