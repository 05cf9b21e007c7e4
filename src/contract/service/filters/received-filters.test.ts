import { expect, test } from 'vitest'
import type { FilterSpec } from '../assumptions.ts'
import { readFilters } from './received-filters.ts'

const OFFER: FilterSpec = {
  parameter: 'ad_sub_type',
  kind: 'choice',
  label: 'Ad sub type',
  default: 'buy',
  values: [
    { value: 'buy', label: 'Buy' },
    { value: 'rent', label: 'Rent' },
  ],
}
const ROOMS: FilterSpec = {
  parameter: 'rooms',
  kind: 'choice',
  label: 'Rooms',
  default: null,
  values: [
    { value: '1', label: '1' },
    { value: '2', label: '2' },
  ],
}
const PRICE: FilterSpec = { parameter: 'min_price_usd', kind: 'number', label: 'Min price usd', unit: 'USD' }

test.each([
  [
    'a list with values',
    {
      filters: [
        { name: 'ad_sub_type', values: ['buy', 'rent'] },
        { name: 'rooms', values: [1, 2] },
        { name: 'min_price_usd', type: 'number' },
      ],
    },
  ],
  [
    'a list without an envelope',
    [
      { key: 'ad_sub_type', options: [{ id: 'buy' }, { id: 'rent' }], default: 'buy' },
      { key: 'rooms', options: [{ value: 1 }, { value: 2 }] },
      { key: 'min_price_usd', type: 'integer', minimum: 0 },
    ],
  ],
  ['a list as ours writes it, without a preset offer', { filters: [{ ...OFFER, default: null }, ROOMS, PRICE] }],
  [
    'a map in an envelope',
    {
      filters: {
        ad_sub_type: ['buy', 'rent'],
        rooms: { enum: [1, 2], type: 'integer' },
        min_price_usd: { type: 'number', unit: 'USD' },
      },
      currencies: [],
    },
  ],
  [
    'a map without an envelope, with values mapped to labels',
    {
      ad_sub_type: { values: { buy: 'Buy', rent: 'Rent' } },
      rooms: ['1', '2'],
      min_price_usd: 'number',
      currencies: ['USD', 'EUR'],
      units: { size: 'm2', price: 'USD' },
    },
  ],
  [
    'values in pairs with their labels',
    {
      count: 3,
      next: null,
      results: [
        {
          name: 'ad_sub_type',
          choices: [
            ['buy', 'Buy'],
            ['rent', 'Rent'],
          ],
        },
        {
          name: 'rooms',
          choices: [
            [1, '1'],
            [2, '2'],
          ],
        },
        { name: 'min_price_usd', type: 'decimal' },
      ],
    },
  ],
  [
    'envelopes within envelopes',
    {
      data: {
        type: 'filters',
        attributes: {
          filters: [
            { key: 'ad_sub_type', options: { buy: 'Buy', rent: 'Rent' } },
            { key: 'rooms', options: [1, 2] },
            { key: 'min_price_usd', type: 'number' },
          ],
        },
      },
    },
  ],
  [
    'groups',
    {
      groups: 2,
      filters: [
        { group: 'Listing', filters: [{ name: 'ad_sub_type', values: ['buy', 'rent'] }] },
        { id: 'size', label: 'Size', items: [{ id: 'rooms', items: [{ id: 1 }, { id: 2 }] }] },
        { name: 'price', fields: { min_price_usd: { type: 'number' } } },
      ],
    },
  ],
  [
    'a JSON schema',
    {
      type: 'object',
      properties: {
        ad_sub_type: { type: 'string', enum: ['buy', 'rent'] },
        rooms: { type: 'integer', enum: [1, 2] },
        min_price_usd: { type: 'number', minimum: 0 },
      },
    },
  ],
])('filters are read from %s', (_, body) => {
  const { filters, names } = readFilters(body)
  expect(filters).toEqual([OFFER, ROOMS, PRICE])
  expect([...(names ?? [])].sort()).toEqual(['ad_sub_type', 'min_price_usd', 'rooms'])
})

test.each([
  ['listed', { filters: [], currencies: ['USD', 'EUR'] }],
  ['mapped to their names', { filters: {}, currencies: { values: { USD: 'US dollar', EUR: 'Euro' } } }],
  ['as a filter in a list', { filters: [{ name: 'currency', values: [{ code: 'USD' }, { code: 'EUR' }] }] }],
  ['as a filter in a map', { currency: ['USD', 'EUR', 'all'], rooms: ['1'] }],
])('currencies are read when they are %s', (_, body) => {
  const { currencies, filters } = readFilters(body)
  expect(currencies).toEqual(['USD', 'EUR'])
  expect(filters.map(({ parameter }) => parameter)).not.toContain('currency')
})

test.each([
  ['a list', [{ name: 'lift', type: 'boolean' }]],
  ['a map', { filters: { lift: 'bool' } }],
])('a flag in %s is a choice between yes and no', (_, body) => {
  const values = [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]
  expect(readFilters(body).filters).toEqual([
    { parameter: 'lift', kind: 'choice', label: 'Lift', default: null, values },
  ])
})

test('a filter without a readable form loses its control, and keeps its name', () => {
  const { filters, names } = readFilters({ filters: [{ name: 'polygon', type: 'geometry' }, 'rooms', 7, null] })
  expect([filters, [...(names ?? [])]]).toEqual([[], ['polygon', 'rooms']])
})

test.each([
  ['min_parameter', { min_parameter: 'size_from', max_parameter: 'size_to' }],
  ['parameters', { parameters: { min: 'size_from', max: 'size_to' }, min: 10, max: 500 }],
  ['min', { min: 'size_from', max: 'size_to' }],
])('a range names the parameters of its ends in %s', (_, names) => {
  const { filters } = readFilters({ filters: [{ name: 'size', type: 'range', unit: 'm2', ...names }] })
  expect(filters).toMatchObject([
    { parameter: 'size_from', kind: 'number', unit: 'm2' },
    { parameter: 'size_to', kind: 'number', unit: 'm2' },
  ])
})

test('a range without names of its ends has no control, and an end by itself is a number', () => {
  const range = { type: 'range', minimum: 10, maximum: 500 }
  const { filters, names } = readFilters({ filters: { size: range, min_rooms: range, floor: { minimum: 0 } } })
  expect(filters.map(({ parameter }) => parameter)).toEqual(['min_rooms', 'floor'])
  expect([...(names ?? [])]).toEqual(['size', 'min_rooms', 'floor'])
})

test.each([[null], ['filters'], [7], [{}], [{ status: 'ok', docs: 'https://service.example' }]])(
  'what is not a vocabulary names no filters: %o',
  (body) => {
    expect(readFilters(body)).toEqual({ filters: [], names: null, currencies: [] })
  },
)

test('a list of the offers besides sales has sales too, unless sales have another name or another offer is the preset', () => {
  const offersOf = (entry: unknown) => {
    const [offer] = readFilters({ filters: { ad_sub_type: entry } }).filters
    return offer?.kind === 'choice' ? [offer.default, ...offer.values.map(({ value }) => value)] : null
  }
  expect(offersOf(['rent'])).toEqual(['buy', 'buy', 'rent'])
  expect(offersOf({ values: { alquiler: 'Alquiler' } })).toEqual(['buy', 'buy', 'alquiler'])
  expect(offersOf(['sale', 'rent'])).toEqual(['buy', 'sale', 'rent'])
  expect(offersOf({ values: ['rent'], default: 'rent' })).toEqual(['rent', 'rent'])
})

test('labels that would fill the page, reverse it or be invisible are cut, cleaned or replaced', () => {
  const long = 'A'.repeat(1_000_000)
  const { filters } = readFilters({
    filters: [
      {
        name: 'property_type',
        label: long,
        values: [
          { value: 'house', label: '\u202eesuoh\n!' },
          { value: 'flat', label: '\u200b' },
        ],
      },
      { name: 'min_area', label: '\u202e', type: 'number', unit: long },
    ],
  })
  expect(filters).toEqual([
    {
      parameter: 'property_type',
      kind: 'choice',
      label: 'A'.repeat(60),
      default: null,
      values: [
        { value: 'house', label: 'esuoh !' },
        { value: 'flat', label: 'flat' },
      ],
    },
    { parameter: 'min_area', kind: 'number', label: 'Min area', unit: 'A'.repeat(20) },
  ])
})
