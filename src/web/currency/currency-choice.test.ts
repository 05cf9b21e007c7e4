import { afterEach, expect, test, vi } from 'vitest'
import { BASE_CURRENCY, parseCurrency } from '../../domain/currency.ts'
import { currencySetting } from './currency-choice.ts'

const EUR = parseCurrency('EUR') ?? BASE_CURRENCY
const kept = new Map<string, string>()

afterEach(() => {
  vi.unstubAllGlobals()
  kept.clear()
})

test('the last currency chosen is remembered, and anything else means the base currency', () => {
  const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) }
  vi.stubGlobal('window', { localStorage })
  expect(currencySetting.read()).toBe('USD')
  currencySetting.keep(EUR)
  expect(currencySetting.read()).toBe('EUR')
  for (const key of kept.keys()) kept.set(key, 'euros')
  expect(currencySetting.read()).toBe('USD')
})
