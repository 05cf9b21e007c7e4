import { expect, test } from 'vitest'
import { NO_WORLD } from '../../server/world/world-place.ts'
import { loadWorldPlaces } from '../../server/world/world-places.ts'
import { indexNames, type NameIndex } from '../names/name-index.ts'
import { growTree, type Place } from '../places/place-tree.ts'
import { searchPlaces } from './search-places.ts'

const zone = (name: string, population: number, [lat, lng]: [number | null, number | null] = [null, null]): Place => ({
  geo_id: name,
  parent: 'fr',
  name,
  level: 'city',
  country: 'fr',
  population,
  h3_res: 8,
  lat,
  lng,
  source: 'test',
})
const zones = [
  zone('Saint-Denis', 100_000),
  zone('St. Gallen', 70_000),
  zone('Schöneberg', 120_000),
  zone('Stains', 30_000),
  zone('Paris', 2_000_000, [48.85, 2.35]),
  zone('Parthenay', 10_000),
]
const paris = zones.find(({ name }) => name === 'Paris') ?? expect.fail()
const parts = ['11e arrondissement', '1er arrondissement', 'L’Hôpital'].map(
  (name): Place => ({ ...zone(name, 100_000), parent: paris.geo_id, level: 'macrozone' }),
)
zones.push(...parts)
zones.push({ ...zone('Île-de-France', 12_000_000), level: 'region' })
zones.push({ ...zone('Lyon', 500_000), geo_id: 'lyon' })
// A town, and a larger district whose people are known of its neighbourhoods only.
zones.push({ ...zone('Le Port', 3_000), geo_id: 'town' })
zones.push({ ...zone('Le Port', 0), geo_id: 'district', parent: 'lyon', level: 'macrozone' })
zones.push({ ...zone('Quai', 40_000), parent: 'district', level: 'microzone' })
zones.push({ ...zone('el Poblenou', 100_000), geo_id: 'poblenou' }, zone('Poblete', 964))
zones.push(zone('Marseille 08', 80_000), zone('Gasteiz / Vitoria', 250_000))
zones.push({ ...zone('Bretagne', 3_300_000), level: 'region' }, { ...zone('Rennes', 200_000), parent: 'Bretagne' })
const france: Place = { ...zone('fr', 0), parent: null, level: 'country' }

async function find(q: string, world = NO_WORLD): Promise<readonly string[]> {
  const outcome = await search(q, world)
  return outcome.kind === 'zones' ? outcome.zones.map(({ name }) => name) : [outcome.kind]
}

/** How many times names were compared letter by letter. */
let compared = 0

async function search(q: string, world = NO_WORLD) {
  const index = indexNames(
    zones.map(({ name }) => name),
    (entry) => zones[entry]?.population ?? 0,
  )
  const names: NameIndex = {
    ...index,
    search(...args) {
      compared++
      return index.search(...args)
    },
  }
  const searched = {
    tree: growTree([france, ...zones]),
    names,
    zones: zones.map(({ geo_id }) => geo_id),
    world,
    hasFigures: async () => false,
  }
  const geocoder = { find: async () => null, close: () => {} }
  return searchPlaces(searched, { q, country: null, level: null, limit: 5 }, geocoder)
}

test.each([
  ['st denis', 'Saint-Denis'],
  ['St Den', 'Saint-Denis'],
  ['sankt gallen', 'St. Gallen'],
  ['schoeneberg', 'Schöneberg'],
  ['st denis france', 'Saint-Denis'],
])('“%s” finds %s, however its words and letters are written', async (typed, name) => {
  expect((await find(typed))[0]).toBe(name)
})

test.each([
  ['paris 11', '11e arrondissement'],
  ['paris 11e', '11e arrondissement'],
  ['11 paris', '11e arrondissement'],
  ['paris hop', 'L’Hôpital'],
  ['hop paris', 'Paris'],
  ['Paris 11ème', '11e arrondissement'],
  ['11th arrondissement', '11e arrondissement'],
  ['paris 1st', '1er arrondissement'],
  ['paris xi', '11e arrondissement'],
  ['marseille 8e', 'Marseille 08'],
  ['vitoria', 'Gasteiz / Vitoria'],
  ['75016 Paris', 'Paris'],
  ['flats near Paris', 'Paris'],
  ['Rue de Rivoli 7, Paris', 'Paris'],
  ['Brittany', 'Bretagne'],
  ['Bretaña', 'Bretagne'],
  ['rennes brittany', 'Rennes'],
  ['france ile de', 'Île-de-France'],
  ['denis saint', 'Saint-Denis'],
  ['hopital', 'L’Hôpital'],
  ['hop', 'L’Hôpital'],
  ['lhopital', 'L’Hôpital'],
])('“%s” finds %s', async (typed, name) => {
  expect((await find(typed))[0]).toBe(name)
})

test('words that say where may be a code or a name in another language', async () => {
  const world = await loadWorldPlaces()
  expect((await find('hopital parigi', world))[0]).toBe('L’Hôpital')
  expect((await find('hopital par', world))[0]).toBe('L’Hôpital')
  expect((await find('hopital berlino', world))[0]).not.toBe('L’Hôpital')
})

test('words that say where are not read as the beginning of a name where they name a large city', async () => {
  const world = await loadWorldPlaces()
  // L’Hôpital lies in Paris, and the beginning of that in Pari.
  expect((await find('hopital pari'))[0]).toBe('L’Hôpital')
  expect((await find('rennes bret', world))[0]).toBe('Rennes')
  expect((await find('rennes bari', world))[0]).not.toBe('Rennes')
})

test('the code of a city finds it where no name begins so', async () => {
  const world = await loadWorldPlaces()
  expect(await find('nyc', world)).toEqual(['town'])
  // PAR is the code of Paris, and the beginning of two names.
  expect(await find('par', world)).toEqual(['Paris', 'Parthenay'])
  expect(await find('qzx', world)).toEqual(['unknown'])
})

test.each([
  ['hoptial paris', 'L’Hôpital'],
  ['paris hoptal', 'L’Hôpital'],
  ['hoptal, paris', 'L’Hôpital'],
  ['centro paris', 'Paris'],
  ['topital paris', 'L’Hôpital'],
  ['opta paris', 'Paris'],
  ['hoptal lyon', 'Lyon'],
  ['le prot lyon', 'Le Port'],
])('“%s” finds %s: a name beside a city may have few typing errors for its length', async (typed, name) => {
  expect((await find(typed))[0]).toBe(name)
})

test('a slip in a large city’s name is not a small town’s name in another language', async () => {
  const world = await loadWorldPlaces()
  expect(await search('Millan', world)).toMatchObject({ kind: 'town', town: { name: 'Milan' } })
})

test('a zone without a number of people has those of the zones in it', async () => {
  expect(await search('le port')).toMatchObject({ kind: 'zones', zones: [{ geo_id: 'district' }, { geo_id: 'town' }] })
})

test('names are compared letter by letter twice at most, however many spellings a text has', async () => {
  compared = 0
  expect(await find('saint 1st ste 2nd sankt xii zzz')).toEqual(['unknown'])
  expect(compared).toBe(2)
  compared = 0
  expect(await find('gasteiz vitoria zzz le port')).toEqual(['Gasteiz / Vitoria'])
  expect(compared, 'and three times more beside words that say where').toBe(4)
})

test('a postcode suggests no name with other numbers, and two letters suggest none', async () => {
  for (const postcode of ['08012', '11080', '1100-011', 'SF']) {
    expect(await search(postcode), postcode).toEqual({ kind: 'unknown', did_you_mean: [] })
  }
  expect(await find('marsielle 8')).toEqual(['Marseille 08'])
})

test('a slip in a name that has an article is judged without the article', async () => {
  expect(await find('pobleneu')).toEqual(['el Poblenou', 'Poblete'])
  expect(await find('poblenou')).toEqual(['el Poblenou'])
})
