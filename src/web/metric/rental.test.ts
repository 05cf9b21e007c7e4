import { describe, expect, test } from 'vitest'
import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { readFilters } from '../../contract/service/filters/received-filters.ts'
import { type LensKey, lensKey } from '../../domain/lens.ts'
import { offersOf, otherLens, rentalYield, rentOf, yieldLenses } from './rental.ts'

const offer = (...values: [value: string, label: string][]): FilterSpec[] => [
  {
    parameter: 'ad_sub_type',
    kind: 'choice',
    label: 'Offer',
    default: values[0]?.[0] ?? null,
    values: values.map(([value, label]) => ({ value, label })),
  },
]
const OFFERS = { sale: 'buy', rent: 'rent' }

describe('the offers of a service', () => {
  test('rent is the only other offer, whatever its name', () => {
    expect(offersOf(offer(['buy', 'For sale'], ['alquiler', 'Alquiler']))).toEqual({ sale: 'buy', rent: 'alquiler' })
  })

  test('among several, rent is the one whose value or label says so', () => {
    const several = offer(['buy', 'Sale'], ['auction', 'Auction'], ['2', 'Long-term rent'])
    expect(offersOf(several)).toEqual({ sale: 'buy', rent: '2' })
    expect(offersOf(offer(['buy', 'Sale'], ['current', 'Current'], ['outlet', 'Outlet']))).toBeNull()
  })

  test('a service without rents or without sales has no yield, and its rents are rents', () => {
    expect(offersOf(offer(['buy', 'Sale']))).toBeNull()
    expect(offersOf(offer(['rent', 'Rent']))).toBeNull()
    expect([rentOf(offer(['rent', 'Rent'])), rentOf(offer(['sale', 'Sale']))]).toEqual(['rent', null])
    expect(offersOf([])).toBeNull()
    const { filters } = readFilters({ filters: { ad_sub_type: ['sale'] } })
    expect(offersOf(filters), 'sales by another name').toBeNull()
  })
})

describe('the two lenses of a yield', () => {
  test('differ in nothing but the offer, from either side', () => {
    const sale = lensKey({ property_type: 'apartment' })
    const rent = lensKey({ property_type: 'apartment', ad_sub_type: 'rent' })
    expect(yieldLenses({ property_type: 'apartment' }, OFFERS)).toEqual({ sale, rent })
    expect(yieldLenses({ property_type: 'apartment', ad_sub_type: 'rent' }, OFFERS)).toEqual({ sale, rent })
    expect([otherLens(sale, { sale, rent }), otherLens(rent, { sale, rent })]).toEqual([rent, sale])
    expect(otherLens('rooms=2' as LensKey, { sale, rent })).toBeNull()
  })

  test('do not exist under a price range or a third offer', () => {
    expect(yieldLenses({ min_price_usd: '1000' }, OFFERS)).toBe('price_range')
    expect(yieldLenses({ ad_sub_type: 'auction' }, OFFERS)).toBe('offer')
  })
})

test('a yield is twelve monthly rents for a price, and nothing without both', () => {
  expect(rentalYield(15, 4_000)).toBeCloseTo(4.5)
  for (const [rent, sale] of [
    [null, 4_000],
    [15, null],
    [15, 0],
    [0, 4_000],
  ] as const) {
    expect(rentalYield(rent, sale)).toBeNull()
  }
})
