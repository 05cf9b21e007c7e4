import { describe, expect, it, test } from 'vitest'
import type { Lens } from '../../../domain/lens.ts'
import type { FilterSpec } from '../assumptions.ts'
import { readDefaultFilters, readOtherFilter } from './applied-filters.ts'
import { filterWordsOf, NO_WORDS } from './filter-words.ts'

const RENT = { ad_sub_type: 'rent' }

describe('an answer is about another lens', () => {
  it.each([
    [RENT, { ad_sub_type: 'buy' }, { name: 'ad_sub_type', asked: 'rent', applied: 'buy' }],
    [RENT, { ad_sub_type: ' BUY' }, { name: 'ad_sub_type', asked: 'rent', applied: ' BUY' }],
    [RENT, { ad_sub_type: null }, { name: 'ad_sub_type', asked: 'rent', applied: null }],
    [{ rooms: '2' }, { rooms: '' }, { name: 'rooms', asked: '2', applied: null }],
    [{ rooms: '2' }, { rooms: 3 }, { name: 'rooms', asked: '2', applied: '3' }],
    [{ min_price_usd: '100000' }, { min_price_usd: 0 }, { name: 'min_price_usd', asked: '100000', applied: '0' }],
    [{ lift: 'yes' }, { lift: false }, { name: 'lift', asked: 'yes', applied: 'false' }],
    [{ rooms: '5' }, { rooms: 4 }, { name: 'rooms', asked: '5', applied: '4' }],
    [{}, { ad_sub_type: 'rent' }, { name: 'ad_sub_type', asked: 'buy', applied: 'rent' }],
    [RENT, {}, { name: 'ad_sub_type', asked: 'rent', applied: null }],
    [RENT, { rooms: '2', units: { size: 'rent' } }, { name: 'ad_sub_type', asked: 'rent', applied: null }],
    [{ rooms: '2' }, { ad_sub_type: 'buy', bathrooms: 3 }, { name: 'rooms', asked: '2', applied: null }],
    [{ rooms: '2' }, { rooms: [3] }, { name: 'rooms', asked: '2', applied: '3' }],
    [{ kind: 'house' }, { kind: 'Any' }, { name: 'kind', asked: 'house', applied: 'Any' }],
    [{ constructor: 'a' }, { ad_sub_type: 'buy' }, { name: 'constructor', asked: 'a', applied: null }],
  ])('%j is not %j', (lens, applied, other) => {
    expect(readOtherFilter(applied, lens)).toEqual(other)
  })

  it('and says so with the beginning of a long value', () => {
    expect(readOtherFilter({ ad_sub_type: 'buy'.padEnd(10_000) }, RENT)?.applied).toBe('buy'.padEnd(60))
  })
})

describe('an answer may be about the lens', () => {
  it.each([
    [{}, { ad_sub_type: 'sale', rooms: 3 }],
    [RENT, { ad_sub_type: 'Rent' }],
    [RENT, { ad_sub_type: 'To let' }],
    [{ rooms: '2' }, { rooms: '2.0' }],
    [{ rooms: '2' }, { rooms: [2] }],
    [{ rooms: '2' }, { rooms: { eq: 3 } }],
    [{ rooms: 'two' }, { rooms: 2 }],
    [{ min_price_usd: '100000' }, { min_price_usd: 95_000 }],
    [{ lift: 'yes' }, { lift: true }],
    [{ lift: 'big' }, { lift: true }],
    [RENT, { offer: ' Rent' }],
    [{ min_price_usd: '100000' }, { ad_sub_type: 'buy', price: { usd: { from: 96_000 } } }],
    [{ rooms: '2' }, { room_count: ['2'] }],
  ])('%j may be %j', (lens, applied) => {
    expect(readOtherFilter(applied, lens)).toBeNull()
  })
})

test('a value nested deeper than a program can write is told by its words', () => {
  const depth = 20_000
  const note: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  const other = otherBy({}, { ad_sub_type: { value: 'rent', note } })
  expect(other).toEqual({ name: 'ad_sub_type', asked: 'buy', applied: 'rent' })
})

const choice = (parameter: string, values: Readonly<Record<string, string>>): FilterSpec => ({
  parameter,
  kind: 'choice',
  label: parameter,
  default: null,
  values: Object.entries(values).map(([value, label]) => ({ value, label })),
})
const FILTERS = [
  choice('property_type', { house: 'Detached house', flat: 'Flat', p_3: 'Property', any: 'Everything' }),
  choice('rooms', { '3': 'Three', '3+': 'Three or more' }),
  choice('ad_sub_type', { buy: 'For sale', rent: 'To let' }),
]
const otherBy = (lens: Lens, applied: object) => readOtherFilter({ ...applied }, lens, filterWordsOf(FILTERS, lens))

describe('by the list of filters, an answer is about another lens', () => {
  it.each([
    [{ property_type: 'house' }, { property_type: 'flat' }, 'flat'],
    [{ property_type: 'house' }, { property_type: 'FLATS' }, 'FLATS'],
    [{ property_type: 'house' }, { property_type: 'properties' }, 'properties'],
    [{ property_type: 'house' }, { property_type: ['house', 'flat'] }, '["house","flat"]'],
    [{ property_type: 'house' }, { property_type: { code: 2, label: 'Flat' } }, '{"code":2,"label":"Flat"}'],
    [{ property_type: 'flat' }, { type: 'Detached house' }, null],
    [{ rooms: '3' }, { rooms: '3+' }, '3+'],
    [{ ad_sub_type: 'rent' }, { ad_sub_type: 'for sale' }, 'for sale'],
    [{}, { ad_sub_type: 'To let' }, 'To let'],
  ])('%j is not %j', (lens, applied, other) => {
    expect(otherBy(lens, applied)?.applied).toBe(other)
  })
})

describe('by the list of filters, an answer may be about the lens', () => {
  it.each([
    [{ property_type: 'house' }, { property_type: 'Houses' }],
    [{ property_type: 'house' }, { property_type: 'detached_house' }],
    [{ property_type: 'house' }, { property_type: ['HOUSE'] }],
    [{ property_type: 'house' }, { property_type: { value: 1, label: 'Detached house' } }],
    [{ property_type: 'house' }, { kind: 'Detached houses' }],
    [{ property_type: 'house' }, { property_type: 'villa' }],
    [{ property_type: 'p_3' }, { property_type: 'property' }],
    [{ property_type: 'any' }, { property_type: 'any' }],
    [{ rooms: '3+' }, { rooms: '3 +' }],
    [{ ad_sub_type: 'rent' }, { ad_sub_type: 'to-let' }],
    [{}, { ad_sub_type: 'For Sale' }],
    [{}, { ad_sub_type: 'auction', property_type: 'flat' }],
  ])('%j may be %j', (lens, applied) => {
    expect(otherBy(lens, applied)).toBeNull()
  })

  it('where the list does not have the value that was asked for', () => {
    const own = [choice('ad_sub_type', { sale: 'Sale', lease: 'Lease' })]
    expect(readOtherFilter({ ad_sub_type: 'sale' }, {}, filterWordsOf(own, {}))).toBeNull()
  })
})

test('filters that a service applies of its own accord are those of its list that were not asked for', () => {
  const words = { ad_sub_type: NO_WORDS, kind: NO_WORDS, rooms: NO_WORDS, state: NO_WORDS }
  const applied = { ad_sub_type: 'buy', kind: ['flat'], rooms: 'any', state: null, cells: 343 }
  expect(readDefaultFilters(applied, {}, words)).toEqual({ kind: 'flat' })
  expect(readDefaultFilters(applied, { kind: 'flat' }, words)).toEqual({})
  expect(readDefaultFilters(applied, {}, {}), 'without a list').toBeUndefined()
})
