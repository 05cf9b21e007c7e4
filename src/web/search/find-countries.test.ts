import { expect, test } from 'vitest'
import type { Place } from '../free/geo.ts'
import { withCountries } from './find-countries.ts'
import type { SearchItem } from './search-items.ts'

const country = (code: string): Place => ({
  geo_id: code,
  name: code,
  level: 'country',
  country: code,
  ancestors: [],
  signal: null,
})
const countries = ['de', 'es', 'gb', 'lu'].map(country)
const city = (name: string): SearchItem => ({
  kind: 'place',
  key: `place:${name}`,
  place: { ...country('xx'), geo_id: name, name, level: 'city' },
  mark: null,
})
const found = (typed: string, items: readonly SearchItem[] = []) =>
  withCountries(typed, items, countries).map((item) => item.key)

test.each([
  ['spain', 'es'],
  ['Deutschland', 'de'],
  ['Alemania', 'de'],
  ['UK', 'gb'],
  ['germ', 'de'],
])('“%s” finds the country %s', (typed, code) => {
  expect(found(typed)).toEqual([`place:${code}`])
})

test('a country comes before what only resembles its name, and behind a city of that name', () => {
  expect(found('spain', [city('Scone')])).toEqual(['place:es', 'place:Scone'])
  expect(found('luxembourg', [city('Luxembourg'), city('Luxe')])).toEqual([
    'place:Luxembourg',
    'place:lu',
    'place:Luxe',
  ])
  expect(found('spa', [city('Spa')])).toEqual(['place:Spa', 'place:es'])
})

test('two letters are not the beginning of a country', () => {
  expect(found('sp')).toEqual([])
  expect(found('xqzv')).toEqual([])
})
