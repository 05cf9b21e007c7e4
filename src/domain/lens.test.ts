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
