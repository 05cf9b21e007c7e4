import { expect, test } from 'vitest'
import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { ownTerms } from './own-terms.ts'

const CURRENCIES = { BR: 'BRL', FR: 'EUR' }
const offers = (...values: string[]): FilterSpec[] => [
  {
    kind: 'choice',
    parameter: 'ad_sub_type',
    label: 'Offer',
    default: values[0] ?? null,
    values: values.map((value) => ({ value, label: value })),
  },
]

test('a market opens in its own currency only where the service offers it', () => {
  const of = (country: string, currencies: string[]) => ownTerms(country, { filters: [], currencies }, CURRENCIES)
  expect(of('br', ['USD', 'BRL']).currency).toBe('BRL')
  expect(of('br', ['USD', 'EUR']).currency).toBeNull()
  expect(of('br', []).currency).toBeNull()
  expect(of('zz', ['USD']).currency).toBeNull()
})

test('a service without sales opens on its preset', () => {
  const of = (...values: string[]) => ownTerms('fr', { filters: offers(...values), currencies: [] }, CURRENCIES).lens
  expect(of('rent')).toEqual({ ad_sub_type: 'rent' })
  expect(of('rent', 'buy')).toBeNull()
  expect(of()).toBeNull()
})
