import { describe, expect, it } from 'vitest'
import { readOtherFilter } from './applied-filters.ts'

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
    [{ constructor: 'a' }, { ad_sub_type: 'buy' }, { name: 'constructor', asked: 'a', applied: null }],
  ])('%j is not %j', (lens, applied, other) => {
    expect(readOtherFilter(applied, lens)).toEqual(other)
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
