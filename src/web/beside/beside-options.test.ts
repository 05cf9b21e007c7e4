import { expect, test } from 'vitest'
import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { parseAsOf } from '../../domain/period.ts'
import { besideOptions } from './beside-options.ts'

const FILTERS: FilterSpec[] = [
  {
    parameter: 'ad_sub_type',
    kind: 'choice',
    label: 'Offer',
    default: 'buy',
    values: [
      { value: 'buy', label: 'For sale' },
      { value: 'rent', label: 'To rent' },
    ],
  },
  {
    parameter: 'property_type',
    kind: 'choice',
    label: 'Property type',
    default: null,
    values: [{ value: 'house', label: 'House' }],
  },
]

test('each option stands under the filter that differs from the first map, and the months under theirs', () => {
  const as_of = parseAsOf('2026-10-01')
  if (as_of === null) throw new Error('a period')
  const options = besideOptions(FILTERS, {}, [{ as_of, isHeld: true, calls: 0 }])
  expect(options.map(({ value, group }) => [value, group])).toEqual([
    ['ad_sub_type=rent', 'Offer'],
    ['property_type=house', 'Property type'],
    ['2026-10', 'Months'],
  ])
})
