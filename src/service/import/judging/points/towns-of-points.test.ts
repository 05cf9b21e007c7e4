import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'
import { faultOfPoints, type NamedPoint } from './towns-of-points.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const rows = (cities: readonly string[], lat: number, lng: number): NamedPoint[] =>
  Array.from({ length: 12 }, (_, i) => ({
    lat: lat + i / 1000,
    lng: lng + i / 1000,
    country: null,
    city: cities[i % cities.length] ?? null,
    province: null,
    region: null,
  }))

test.each([
  ['Dubai, exchanged', rows(['Dubai'], 55.27, 25.2), 'swapped'],
  ['Austin without a minus', rows(['Austin', 'Round Rock', 'Barton Heights'], 30.3, 97.74), 'longitudes'],
  ['Madrid without a minus', rows(['MADRID'], 40.41, 3.7), 'longitudes'],
  ['Sydney without a minus', rows(['Sydney'], 33.86, 151.2), 'latitudes'],
  ['Lima without any', rows(['Lima'], 12.09, 77.03), 'latitudes and longitudes'],
  ['London on either side of the meridian', rows(['London'], 51.5, 0.12), 'none'],
  ['a town of that name', rows(['Austin'], 30.3, -97.74), 'none'],
  ['far from any of that name', rows(['Austin'], 45.1, 9.2), 'none'],
  ['names that are not towns', rows(['Unknown Heights'], 30.3, 97.74), 'none'],
  ['a country of their own', rows(['Austin'], 30.3, 97.74).map((row) => ({ ...row, country: 'cn' })), 'none'],
  ['few rows', rows(['Austin'], 30.3, 97.74).slice(0, 9), 'none'],
])('the towns that rows name show what is wrong with points: %s', (_, points, fault) => {
  expect(faultOfPoints(points).fault).toBe(fault)
})

test('exchanged points are put right as a whole, and a missing minus is refused', async () => {
  const file = (city: string, lat: number, lng: number) => {
    const lines = Array.from({ length: 12 }, (_, i) => `${900_000 + i} USD,${lat + i / 1000},${lng},2026-10-03,${city}`)
    return fixture.write(`${city}.csv`, ['price,lat,lng,date,city', ...lines].join('\n'))
  }
  const report = await fixture.importFile(file('Dubai', 55.27, 25.2))
  expect(report).toMatchObject({
    repaired: { 'swapped latitude and longitude, corrected': 12 },
    countries: [{ country: 'ae', currency: 'USD', rows: 12 }],
  })
  await expect(fixture.importFile(file('Austin', 30.3, 97.74))).rejects.toThrow(
    'found them far away, such as at 30.3, 97.74, where they would be near with the opposite sign of longitudes',
  )
})
