import { expect, it } from 'vitest'
import { foldName } from '../../domain/names/fold-name.ts'
import { NO_WORLD } from '../../server/world/world-place.ts'
import { DISTORTIONS, distortNames } from '../../testing/distorted-names.ts'
import { seededRandom } from '../demo/random.ts'
import { readGeoNames } from '../geonames/geonames.ts'
import { indexNames } from '../names/name-index.ts'
import { growTree, type Place } from '../places/place-tree.ts'
import { searchPlaces } from './search-places.ts'

const COUNTRIES = ['cz', 'dk', 'hr', 'pl', 'pt', 'tr']

/** Towns and sections of towns, with names in several variants of the alphabet. */
function towns(): Place[] {
  const countries = COUNTRIES.map((code) => placeOf(code, null, code, 'country', code, 0))
  const below: Place[] = []
  for (const { id, name, country, feature, population } of readGeoNames()) {
    if (!COUNTRIES.includes(country) || population < 3_000) continue
    below.push(placeOf(String(id), country, name, feature === 'PPLX' ? 'microzone' : 'city', country, population))
  }
  return [...countries, ...below]
}

function placeOf(
  geo_id: string,
  parent: string | null,
  name: string,
  level: Place['level'],
  country: string,
  population: number,
): Place {
  return { geo_id, parent, name, level, country, population, h3_res: 8, lat: null, lng: null, source: 'test' }
}

it('finds at least 95 of 100 names that are misspelt, unaccented or incomplete', async () => {
  const places = towns()
  const zones = places.filter(({ level }) => level !== 'country')
  const names = indexNames(
    zones.map(({ name }) => name),
    (entry) => zones[entry]?.population ?? 0,
  )
  const searched = {
    tree: growTree(places),
    names,
    zones: zones.map(({ geo_id }) => geo_id),
    world: NO_WORLD,
    hasFigures: async () => false,
  }
  const geocoder = { find: async () => null, close: () => {} }
  const missed: string[] = []
  const samples = distortNames(places, 600, seededRandom(1))
  for (const { place, typed, distortion } of samples) {
    const query = { q: typed, country: null, level: null, limit: 10 }
    const outcome = await searchPlaces(searched, query, geocoder)
    const found = outcome.kind === 'zones' ? outcome.zones : []
    if (!found.some(({ name }) => foldName(name) === foldName(place.name))) missed.push(`${distortion}: ${typed}`)
  }
  expect(zones.length).toBeGreaterThan(2_000)
  expect(new Set(samples.map(({ distortion }) => distortion)).size).toBe(DISTORTIONS.length)
  expect(missed.length / samples.length, missed.join('; ')).toBeLessThan(0.05)
  expect(missed.filter((miss) => miss.startsWith('unaccented'))).toEqual([])
})
