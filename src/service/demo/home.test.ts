import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEMO_COUNTRIES } from './data/countries.ts'
import { offerHome } from './home.ts'
import { seededRandom } from './random.ts'

const site = fc.record({
  country: fc.constantFrom(...DEMO_COUNTRIES),
  price_per_sqm: fc.double({ min: 200, max: 60_000, noNaN: true }),
  urbanity: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('every home has a price above 0, and no area or one above 0', () => {
  fc.assert(
    fc.property(site, fc.integer(), (at, seed) => {
      const { price, area, rooms } = offerHome(at, seededRandom(seed))
      expect(price).toBeGreaterThan(0)
      expect(area === null || area > 0).toBe(true)
      expect(rooms === null || (Number.isInteger(rooms) && rooms >= 0 && rooms < 20)).toBe(true)
    }),
  )
})

test('a market has a few outliers and a few homes without an area', () => {
  const random = seededRandom(3)
  const homes = Array.from({ length: 20_000 }, () =>
    offerHome({ country: 'es', price_per_sqm: 3000, urbanity: 0.8 }, random),
  )
  const withoutArea = homes.filter(({ area }) => area === null).length / homes.length
  expect(withoutArea).toBeGreaterThan(0.01)
  expect(withoutArea).toBeLessThan(0.03)
  const wild = homes.filter(({ ad_sub_type, property_type, price, area }) => {
    const perSqm = price / (area ?? Number.NaN)
    return ad_sub_type === 'buy' && property_type !== 'land' && (perSqm < 800 || perSqm > 12_000)
  })
  expect(wild.length / homes.length).toBeGreaterThan(0.001)
  expect(wild.length / homes.length).toBeLessThan(0.01)
  const toLet = homes.filter(({ ad_sub_type }) => ad_sub_type === 'rent').length / homes.length
  expect(toLet).toBeGreaterThan(0.3)
  expect(toLet).toBeLessThan(0.45)
})
