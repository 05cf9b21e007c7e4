import { expect, test } from 'vitest'
import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { lensKey } from '../../domain/lens.ts'
import { lensWords, lensWordsFor } from './lens-words.ts'

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
    values: [{ value: 'apartment', label: 'Apartment' }],
  },
  { parameter: 'rooms', kind: 'choice', label: 'Rooms', default: null, values: [{ value: '2', label: '2' }] },
  { parameter: 'min_price_usd', kind: 'number', label: 'Lowest price', unit: 'USD' },
]

test.each([
  [{}, 'For sale'],
  [{ ad_sub_type: 'rent', property_type: 'apartment', rooms: '2' }, 'To rent, Apartment, Rooms: 2'],
  [{ property_type: 'castle' }, 'For sale, castle'],
  [{ min_price_usd: 'much' }, 'min_price_usd=much'],
  [{ garden: 'yes' }, 'For sale, garden: yes'],
])('the lens %o reads as %s', (lens, words) => {
  expect(lensWords(FILTERS, lensKey(lens))).toBe(words)
})

test('amounts are grouped as the reader writes them', () => {
  const amount = new Intl.NumberFormat().format(100_000)
  expect(lensWords(FILTERS, lensKey({ min_price_usd: '100000' }))).toBe(`For sale, Lowest price: ${amount} USD`)
})

test('figures bought in another currency name it', () => {
  expect(lensWords(FILTERS, 'ad_sub_type=rent&currency=EUR')).toBe('To rent, in EUR')
  expect(lensWords(FILTERS, 'default&currency=EUR')).toBe('For sale, in EUR')
})

test('the offer is named even where the service lists none, and an unreadable lens keeps its text', () => {
  expect(lensWords([], lensKey({}))).toBe('For sale')
  expect(lensWords([], lensKey({ ad_sub_type: 'rent', rooms: '2' }))).toBe('To rent, rooms: 2')
  expect(lensWords([], lensKey({ ad_sub_type: 'lease' }))).toBe('Offer: lease')
  expect(lensWords([], 'geo_id=x')).toBe('geo_id=x')
})

test('a word among numbers names its filter, so that a studio is a type or a number of rooms', () => {
  const rooms = [
    { value: '0', label: 'Studio' },
    { value: '1', label: '1' },
  ]
  const filters = [{ parameter: 'rooms', kind: 'choice' as const, label: 'Rooms', default: null, values: rooms }]
  expect(lensWords(filters, lensKey({ rooms: '0' }))).toBe('For sale, Rooms: Studio')
})

test('a yield is made of both offers, whichever is chosen', () => {
  const words = (lens: Record<string, string>) => lensWordsFor('rental_yield', FILTERS, { lens: lensKey(lens) })
  expect([words({}), words({ ad_sub_type: 'rent', rooms: '2' })]).toEqual([
    'Sales and rents',
    'Sales and rents, Rooms: 2',
  ])
  expect(lensWordsFor('median_price', FILTERS, { lens: lensKey({}) })).toBe('For sale')
  expect(lensWordsFor('rental_yield', FILTERS.slice(1), { lens: lensKey({}) }), 'no rents').toBe('For sale')
})

test('filters that the service applies of its own accord are named, unless they leave nothing out or another was asked for', () => {
  const defaults = { property_type: 'apartment', rooms: '2', min_price_usd: '0', new_build: 'false' }
  expect(lensWordsFor('median_price', FILTERS, { lens: lensKey({}), defaults })).toBe('For sale, Apartment, Rooms: 2')
  expect(lensWordsFor('median_price', FILTERS, { lens: lensKey({ rooms: '3' }), defaults })).toBe(
    'For sale, Apartment, Rooms: 3',
  )
  expect(lensWordsFor('rental_yield', FILTERS, { lens: lensKey({}), defaults })).toBe(
    'Sales and rents, Apartment, Rooms: 2',
  )
})

test('a flag names its filter', () => {
  const values = ['true', 'false'].map((value) => ({ value, label: value === 'true' ? 'Yes' : 'No' }))
  const filters = [{ parameter: 'new_build', kind: 'choice' as const, label: 'New build', default: null, values }]
  expect(lensWords(filters, lensKey({ new_build: 'true' }))).toBe('For sale, New build: Yes')
})
