import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalLens, lensKey, parseLensKey } from './lens.ts'

test('the default lens has one short name', () => {
  expect(lensKey({})).toBe('default')
  expect(lensKey({ ad_sub_type: 'buy', rooms: '' })).toBe('default')
})

test('the key does not depend on the order of parameters, and reads back', () => {
  const lenses = fc.dictionary(
    fc
      .stringMatching(/^[a-z_]{1,8}$/)
      .filter((name) => /^[a-z]/.test(name) && !['res', 'h3', 'lat', 'lng', 'currency', 'geo_id'].includes(name)),
    fc.string({ minLength: 1, maxLength: 10 }),
  )
  fc.assert(
    fc.property(lenses, (lens) => {
      const reversed = Object.fromEntries(Object.entries(lens).reverse())
      expect(lensKey(reversed)).toBe(lensKey(lens))
      expect(parseLensKey(lensKey(lens))).toEqual(canonicalLens(lens))
    }),
  )
})

test('a service may give its filters any name', () => {
  expect(parseLensKey('constructor=1')).toEqual({ constructor: '1' })
  expect(parseLensKey('maxRooms=3&property-type=flat')).toEqual({ maxRooms: '3', 'property-type': 'flat' })
})

test('a key that selects a place, repeats a parameter or is not canonical is refused', () => {
  for (const raw of [
    'h3=8',
    'geo_id=es',
    'currency=EUR',
    'rooms=1&rooms=2',
    'rooms=2&ad_sub_type=rent',
    'ad_sub_type=buy',
    '',
    'Rooms=1',
    'rADIUS_km=5',
    Array.from({ length: 12 }, (_, index) => `filter_${index + 10}=${'x'.repeat(90)}`).join('&'),
  ]) {
    expect(parseLensKey(raw), raw).toBeNull()
  }
})

test('all spellings of a price are one lens', () => {
  for (const price of ['100000', '0100000', '100000.0', '1e5', '+100000', ' 100000', '0x186a0']) {
    const raw = new URLSearchParams({ min_price_usd: price }).toString()
    expect(lensKey({ min_price_usd: price }), price).toBe('min_price_usd=100000')
    expect(parseLensKey(raw), price).toEqual(price === '100000' ? { min_price_usd: '100000' } : null)
  }
})

test('a price that is not an amount is refused', () => {
  for (const price of ['-1', 'NaN', 'Infinity', '1,000', 'abc', '1e99', '%C2%B2']) {
    expect(parseLensKey(`min_price_usd=${price}`), price).toBeNull()
    expect(parseLensKey(`max_price_usd=${price}`), price).toBeNull()
  }
})
