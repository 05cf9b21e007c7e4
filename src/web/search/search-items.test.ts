import { expect, test } from 'vitest'
import type { KnownPlace } from '../../contract/known-places.ts'
import type { PointObject, ZoneRow } from '../../contract/service/geo.ts'
import type { Records } from '../../domain/figure.ts'
import { speak } from '../language/language.ts'
import { loadTownNames } from '../language/load-town-names.ts'
import { type Found, rankFound } from './names/rank-found.ts'
import { eitherOrderItems, foundItems, isGuess, itemText, placeDetail, pointItems } from './search-items.ts'

function zone(geo_id: string, name: string): ZoneRow {
  return {
    kind: 'zone',
    geo_id,
    name,
    level: 'macrozone',
    country: 'es',
    ancestors: [
      { geo_id: 'c1', name: 'Sevilla', level: 'city' },
      { geo_id: 'p1', name: 'Sevilla', level: 'province' },
      { geo_id: 'r1', name: 'Andalucía', level: 'region' },
      { geo_id: 'es', name: 'es', level: 'country' },
    ],
    h3_res: 8,
    hexes_url: `/public/v1/geo/${geo_id}/hexes`,
    current_period: null,
    prices_available: true,
    reports_available: false,
  }
}

const point: PointObject = { kind: 'point', prices_available: false, zones: [zone('a', 'Centro')] }

test('two places with one name stay two, and one geo_id appears once', () => {
  const found = rankFound('centro', [zone('a', 'Centro'), zone('b', 'Centro'), zone('a', 'Centro')], [])
  const items = foundItems('centro', { found, points: [], airports: [], suggestions: [] })
  expect(items.map(({ key }) => key)).toEqual(['place:a', 'place:b'])
})

test('the detail of a place names its ancestors, repeated names once', () => {
  expect(placeDetail(zone('a', 'Centro'))).toBe('District in Sevilla, Andalucía')
})

test('a place with listings but no period has too few', () => {
  const found = rankFound('centro', [zone('a', 'Centro')], [])
  expect(foundItems('centro', { found, points: [], airports: [], suggestions: [] })).toMatchObject([
    { place: { signal: { kind: 'too_few' } } },
  ])
})

test('a point with coordinates comes before the zones around it', () => {
  const items = pointItems({ ...point, name: 'Utrera', lat: 37.18, lng: -5.78, country: 'es' }, null)
  expect(items).toMatchObject([{ kind: 'point', name: 'Utrera', lat: 37.18, lng: -5.78 }, { key: 'place:a' }])
})

test('a point without listings is followed by the one that is meant if the longitude was typed first, where there are some', () => {
  const [lat, lng] = [2.17, 41.39]
  const typed = { point: { ...point, zones: [] }, at: { lat, lng } }
  const details = (isThere: boolean) =>
    eitherOrderItems(typed, {
      point: { ...point, prices_available: isThere, country: 'es' },
      at: { lat: lng, lng: lat },
    }).map((item) => itemText(item, 'listings'))
  expect(details(true)).toEqual([
    '2.17, 41.39, Point, without listings',
    '41.39, 2.17, If longitude comes first: Point with listings, Spain',
  ])
  expect(details(false)).toEqual(['2.17, 41.39, Point, without listings'])
})

test('a point without coordinates has no result, but its zones do', () => {
  expect(pointItems(point, null).map(({ kind }) => kind)).toEqual(['place'])
})

const milan: KnownPlace = {
  name: 'Milan',
  country: 'it',
  lat: 45.46,
  lng: 9.19,
  population: 1_371_498,
  names: ['milan', 'milano', 'mailand'],
  match: 'exact',
}

/** The names and marks of what a service answered to a text, whatever its order. */
function shown(typed: string, zones: readonly ZoneRow[], known: readonly KnownPlace[]) {
  const items = foundItems(typed, { found: rankFound(typed, zones, known), points: [], airports: [], suggestions: [] })
  return items.map((item) =>
    item.kind === 'place' ? [item.place.name, item.mark] : item.kind === 'elsewhere' ? [item.name, 'elsewhere'] : [],
  )
}

test('a place of the world comes before zones that are only similar, which are marked', () => {
  expect(shown('Milano', [zone('p', 'Plano')], [milan])).toEqual([
    ['Milan', 'elsewhere'],
    ['Plano', 'Similar to “Milano”'],
  ])
})

test('an exact name in any language comes first, then beginnings, then names in context', () => {
  const inItaly = { ...zone('m', 'Milan'), country: 'it' }
  const zones = [zone('s', 'Milazo'), zone('b', 'Milano Marittima'), inItaly]
  expect(shown('Milano', zones, [milan])).toEqual([
    ['Milan', 'Also called “Milano”'],
    ['Milano Marittima', null],
    ['Milazo', 'Similar to “Milano”'],
  ])
  expect(shown('centro sevilla', [zone('x', 'Sevillana'), zone('c', 'Centro')], [])).toEqual([
    ['Centro', null],
    ['Sevillana', 'Similar to “centro sevilla”'],
  ])
})

test('a place that a longer text names is not called similar to it', () => {
  for (const typed of ['Carrer de Mallorca 12, Sevilla', '41001 Sevilla', 'flats in Sevilla']) {
    expect(shown(typed, [zone('s', 'Sevilla')], [])).toEqual([['Sevilla', `All that was found of “${typed}”`]])
  }
  const items = foundItems('Navigli Milano', {
    found: [{ kind: 'elsewhere', place: milan, match: 'similar' }],
    points: [],
    airports: [],
    suggestions: [],
  })
  const guessed = (typed: string) =>
    isGuess(typed, {
      found: [{ kind: 'elsewhere', place: { ...milan, names: [...milan.names, 'mi'] }, match: 'similar' }],
      points: [],
      airports: [],
      suggestions: [],
    })
  expect(
    [guessed('20121 Milano'), guessed('Navigli Milano'), guessed('Minal'), guessed('mi casa')],
    'Enter opens no place that is far from the text and the service',
  ).toEqual([false, true, true, true])
  expect(items, 'by its name in another language').toMatchObject([{ mark: 'All that was found of “Navigli Milano”' }])
  expect(
    items.map((item) => itemText(item, 'listings')),
    'and is heard',
  ).toEqual(['Milan, All that was found of “Navigli Milano”, Italy, not listed by the service'])
})

test('below what was found, the city around it is not all that was found', () => {
  const found: Found[] = [
    { kind: 'zone', zone: zone('t', 'Triana'), match: 'context' },
    { kind: 'zone', zone: { ...zone('c1', 'Sevilla'), level: 'city' }, match: 'similar' },
  ]
  const items = foundItems('triana sevilla', { found, points: [], airports: [], suggestions: [] })
  expect(items).toMatchObject([{ mark: null }, { key: 'place:c1', mark: null }])
})

test('the first place says that others have its name too, unless they contain it or lie in it', () => {
  const SHARED = 'Other places have this name too'
  expect(shown('centro', [zone('a', 'Centro'), zone('b', 'Centro')], [])).toEqual([
    ['Centro', SHARED],
    ['Centro', null],
  ])
  const withFigures = { ...zone('a', 'Milan'), current_period: '2026-10-01' }
  expect(shown('milan', [withFigures], [milan])).toEqual([
    ['Milan', SHARED],
    ['Milan', 'elsewhere'],
  ])
  const province = { ...zone('p1', 'Sevilla'), level: 'province' as const, ancestors: [] }
  const city = { ...zone('c1', 'Sevilla'), level: 'city' as const, ancestors: zone('p1', '').ancestors.slice(1) }
  expect(shown('sevilla', [province, city], [])).toEqual([
    ['Sevilla', null],
    ['Sevilla', null],
  ])
})

test('among zones of one name those with figures come first', () => {
  const zones = [zone('a', 'Centro'), { ...zone('b', 'Centro'), current_period: '2026-10-01' }]
  expect(rankFound('centro', zones, []).map((found) => found.kind === 'zone' && found.zone.geo_id)).toEqual(['b', 'a'])
})

test('an airport comes first unless a zone or a town has the name', () => {
  const at = { country: 'gb', lat: 51.47, lng: -0.46, is_whole: true }
  const heathrow = { code: 'LHR', name: 'London Heathrow Airport', ...at }
  const searched = (typed: string, zones: ZoneRow[]) =>
    foundItems(typed, { found: rankFound(typed, zones, []), points: [], airports: [heathrow], suggestions: [] })
  expect(searched('heathrow', [zone('a', 'Heathrow')]).map(({ key }) => key)).toEqual(['place:a', 'airport:LHR'])
  const village = { ...milan, name: 'Heathrow', country: 'us', population: 5_896, names: ['heathrow'] }
  const named = (place: KnownPlace) =>
    foundItems('heathrow', {
      found: rankFound('heathrow', [], [place]),
      points: [],
      airports: [heathrow],
      suggestions: [],
    }).map(({ kind }) => kind)
  expect(named(village)).toEqual(['point', 'elsewhere'])
  expect(named({ ...village, population: 18_000 })).toEqual(['elsewhere', 'point'])
  const [first, second] = searched('lhr', [zone('b', 'Lahr')])
  expect(first).toMatchObject({
    kind: 'point',
    name: 'London Heathrow Airport (LHR)',
    detail: 'Airport, United Kingdom',
  })
  expect(second).toMatchObject({ key: 'place:b', mark: 'Similar to “lhr”' })
})

test.each([
  ['08012', 'Gràcia', true],
  ['SW1A', 'Swansea', true],
  ['10115 Berlin', 'Berlin', false],
  ['Marsielle 8', 'Marseille 08', false],
  ['Grcia', 'Gràcia', false],
])('for “%s”, %s is a guess: %s', (typed, name, guess) => {
  const found = rankFound(typed, [zone('z', name)], [])
  expect(isGuess(typed, { found, points: [], airports: [], suggestions: [] })).toBe(guess)
})

test('a city is listed as the map names it, and says that it has the typed name too', async () => {
  speak({ language: 'fr', locale: 'fr', catalogue: {}, towns: await loadTownNames() })
  const barcelona = { ...zone('b', 'Barcelona'), level: 'city' as const, ancestors: [] }
  const items = foundItems('barcelona', {
    found: rankFound('barcelona', [barcelona], []),
    points: [],
    airports: [],
    suggestions: [],
  })
  expect(items).toMatchObject([{ mark: 'Also called “Barcelona”' }])
  const heard = (records: Records) => items.map((item) => itemText(item, records))
  expect(heard('listings')).toEqual(['Barcelone, Too few listings now, City, Espagne, Also called “Barcelona”'])
  expect(heard('sales')).toEqual(['Barcelone, Too few sales now, City, Espagne, Also called “Barcelona”'])
  expect(itemText({ kind: 'recent', key: 'r', place: barcelona }, 'listings')).toBe('Barcelone, City, Espagne')
  const similar: Found = { kind: 'zone', zone: barcelona, match: 'similar' }
  const nothingElse = { points: [], airports: [], suggestions: [] }
  expect(isGuess('08001 Barcelona', { found: [similar], ...nothingElse })).toBe(false)
  const londres = { name: 'London', country: 'gb', lat: 51.5, lng: -0.1, population: 8_000_000 }
  const known = { ...londres, names: ['london', 'londres'], match: 'exact' as const }
  expect(shown('londres', [], [known])).toEqual([['Londres', 'elsewhere']])
  speak({ language: 'en', locale: 'en', catalogue: {} })
})

test('an address that is there twice is listed once, and the same street of another town stays', () => {
  const at = (lat: number, lng: number) => ({ ...point, zones: [], name: 'Carrer Major 1', lat, lng, country: 'es' })
  const points = [at(41.39, 2.17), at(41.3902, 2.1701), at(41.6, 2.3)]
  const items = foundItems('carrer major 1', { found: [], points, airports: [], suggestions: [] })
  expect(items.map(({ key }) => key)).toEqual(['point:41.39,2.17', 'point:41.6,2.3'])
})
