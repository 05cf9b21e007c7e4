import { expect, test } from 'vitest'
import { atOnce } from '../work/turns.ts'
import { findKnownAirports, findKnownPlaces } from './known-places.ts'
import { loadWorldPlaces } from './world-places.ts'

const world = await loadWorldPlaces()
const known = (q: string) => atOnce(findKnownPlaces(world, q))
const first = (q: string) => {
  const [place] = known(q)
  return place && [place.name, place.country, place.match]
}

test.each([
  ['Köln', 'Köln', 'de'],
  ['koeln', 'Köln', 'de'],
  ['Кёльн', 'Köln', 'de'],
  ['北京', 'Beijing', 'cn'],
  ['القاهرة', 'Cairo', 'eg'],
  ['St. Petersburg', 'Saint Petersburg', 'ru'],
  ['Ste-Maxime', 'Sainte-Maxime', 'fr'],
  ['nyc', 'New York City', 'us'],
  ['LA', 'Los Angeles', 'us'],
  ['sf', 'San Francisco', 'us'],
  ['LAX', 'Los Angeles', 'us'],
  ['Mallorca', 'Mallorca', 'es'],
  ['Majorque', 'Mallorca', 'es'],
  ['Crete', 'Crete', 'gr'],
  ['Costa del Sol', 'Costa del Sol', 'es'],
])('“%s” is the exact name or code of %s', (typed, name, country) => {
  expect(first(typed)).toEqual([name, country, 'exact'])
})

test('words beside a code or a name say where', () => {
  expect(first('nyc usa')).toEqual(['New York City', 'us', 'context'])
  expect(first('springfield il')).toEqual(['Springfield', 'us', 'context'])
})

test('a place that is found by its code has it among its names, and no other place has codes', () => {
  expect(known('nyc')[0]?.names).toContain('nyc')
  expect(known('New York City')[0]?.names.filter((name) => /nyc|#/.test(name))).toEqual([])
})

test('a town’s own name comes before another language’s name of a city, unless the city is far larger', () => {
  expect(first('Borisoglebsk')).toEqual(['Borisoglebsk', 'ru', 'exact'])
  expect(first('Florence')).toEqual(['Florence', 'it', 'exact'])
  expect(first('Vienna')).toEqual(['Vienna', 'at', 'exact'])
})

test('a space is no letter of a long name', () => {
  expect(known('gava mar')).toEqual([])
})

test('letters left out of a long name are typing errors of a long name', () => {
  expect(first('Banbrge')?.at(2)).toBe('similar')
  expect(known('Banbrge').map(({ name }) => name)).toContain('Banbridge')
  expect(known('Qqxzvw')).toEqual([])
})

test.each([
  ['sevile', 'Seville', 'es'],
  ['antwerpp', 'Antwerp', 'be'],
  ['colone', 'Cologne', 'de'],
])('“%s” is a slip in %s, and a large city called so abroad comes first', (typed, name, country) => {
  expect(first(typed)?.slice(1)).toEqual([country, 'similar'])
  expect(known(typed)[0]?.names).toContain(name.toLowerCase())
})

test.each([
  ['barcalona', 'Barcelona', 'Barcelonne-du-Gers'],
  ['barcelonne', 'Barcelona', 'Barcelonne-du-Gers'],
  ['Millan', 'Milan', 'Millau'],
])('“%s” is rather a slip in %s than a name of %s', (typed, name, small) => {
  expect(known(typed).map((place) => [place.name, place.match])).toEqual([
    [name, 'similar'],
    [small, 'exact'],
  ])
})

test.each(['Genf', 'Lyons', 'Brujas', 'Sion', 'Bozen', 'Cordova', 'Lerida'])('“%s” is no slip', (typed) => {
  expect(known(typed).every(({ match }) => match === 'exact')).toBe(true)
})

test('a village is not named by a word that only begins the name of its country', () => {
  expect(known('Colonia Romania')[0]).toMatchObject({ name: 'Colonia', country: 'ro', match: 'context' })
  expect(known('Colonia Roma').map(({ country }) => country)).not.toContain('ro')
})

test.each([
  ['paris kentucky', 'Paris', 'us'],
  ['london ontario', 'London', 'ca'],
  ['Hamilton, ON', 'Hamilton', 'ca'],
  ['paris kentu', 'Paris', 'us'],
])('“%s” is %s in that region', (typed, name, country) => {
  expect(first(typed)).toEqual([name, country, 'context'])
})

test.each([
  ['10115 Berlin', 'Berlin'],
  ['near Barcelona', 'Barcelona'],
  ['malaga city', 'Málaga'],
  ['dubai marina', 'Dubai'],
  ['Calle de Alcalá 42, Madrid', 'Madrid'],
])('“%s” names %s among its words, which is marked as similar', (typed, name) => {
  expect(first(typed)).toEqual([name, expect.any(String), 'similar'])
})

test('a slight slip is nearer than a name among the words', () => {
  expect(first('san francisko')?.[0]).toBe('San Francisco')
  expect(first('Santiago Ehtal')?.[0], 'has the word, too').toBe('Santiago Etla')
  expect(first('xqzvvk wqjjx')).toBeUndefined()
})

test.each([
  ['flughafen münchen', 'MUC'],
  ['aeroporto di Roma', 'FCO'],
  ['lotnisko Warszawa', 'WAW'],
])('“%s” is the airport %s, by the town’s name in another language', (typed, code) => {
  expect(findKnownAirports(world, typed).map((airport) => airport.code)).toContain(code)
})
