import { expect, test } from 'vitest'
import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { lensControls, lensNumber, withParameter } from './lens-controls.ts'

const values = (...names: string[]) => names.map((value) => ({ value, label: value }))
const FILTERS: FilterSpec[] = [
  { parameter: 'ad_sub_type', kind: 'choice', label: 'Offer', default: 'buy', values: values('buy', 'rent') },
  { parameter: 'rooms', kind: 'choice', label: 'Rooms', default: null, values: values('1', '2') },
  { parameter: 'min_price_usd', kind: 'number', label: 'Minimum price', unit: 'USD' },
  { parameter: 'max_price_usd', kind: 'number', label: 'Maximum price', unit: 'USD' },
  { parameter: 'min_year', kind: 'number', label: 'Built since', unit: 'year' },
]

test('a choice that always has a value shows all options, one that may be empty is a list with Any', () => {
  const [offer, rooms] = lensControls(FILTERS)
  expect(offer).toMatchObject({ kind: 'few', parameter: 'ad_sub_type', preset: 'buy' })
  expect(rooms).toMatchObject({ kind: 'many', options: [{ value: '' }, { value: '1' }, { value: '2' }] })
})

test('what the service applies where nothing is chosen is named in place of Any', () => {
  const [, rooms, price, year] = lensControls(FILTERS, { rooms: '2', min_price_usd: '1000', max_price_usd: '0' })
  expect(rooms).toMatchObject({ preset: '', options: [{ value: '', label: '2 (service’s default)' }, {}, {}] })
  expect(price).toMatchObject({ min: { preset: 1000 }, max: { preset: null } })
  expect(year).toMatchObject({ preset: null })
  expect(lensControls(FILTERS, { rooms: 'loft' })[1]).toMatchObject({
    options: [{ label: 'loft (service’s default)' }, {}, {}],
  })
})

test('a minimum and a maximum become one range with its unit, a single bound a number', () => {
  const min = { parameter: 'min_price_usd', label: 'Minimum price' }
  const max = { parameter: 'max_price_usd', label: 'Maximum price' }
  expect(lensControls(FILTERS).slice(2)).toMatchObject([
    { kind: 'range', label: 'Price', unit: 'USD', min, max },
    { kind: 'number', parameter: 'min_year', label: 'Built since', unit: 'year' },
  ])
})

test.each([
  ['neither end', []],
  ['one end', FILTERS.slice(2, 3)],
])('the price can be chosen where a service lists %s of it', (_, listed) => {
  const ends = { min: { parameter: 'min_price_usd' }, max: { parameter: 'max_price_usd' } }
  expect(lensControls(listed)).toMatchObject([{ kind: 'range', label: 'Price', unit: 'USD', ...ends }])
})

test('a value set back to its preset leaves the lens as if it had never changed', () => {
  const rent = withParameter({}, 'ad_sub_type', 'rent', 'buy')
  expect(rent).toEqual({ ad_sub_type: 'rent' })
  expect(withParameter(rent, 'ad_sub_type', 'buy', 'buy')).toEqual({})
  expect(withParameter({ rooms: '2' }, 'rooms', '')).toEqual({})
  expect(withParameter({ condition: 'new' }, 'condition', 'any', 'any')).toEqual({})
  expect(withParameter({ min_price_usd: '5' }, 'min_price_usd', '0')).toEqual({})
  expect(withParameter({}, 'min_floor', '0')).toEqual({ min_floor: '0' })
})

test('text that is not a number reads as null', () => {
  expect(lensNumber({ min_price_usd: '1e5' }, 'min_price_usd')).toBe(100_000)
  expect(lensNumber({ min_price_usd: 'much' }, 'min_price_usd')).toBeNull()
})
