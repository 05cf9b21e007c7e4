import { expect, test } from 'vitest'
import type { PointObject, ZoneRow } from '../../contract/geo.ts'
import { placeDetail, pointItems, searchItems } from './search-items.ts'

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
  const items = searchItems({ results: [zone('a', 'Centro'), zone('b', 'Centro'), zone('a', 'Centro')] })
  expect(items.map(({ key }) => key)).toEqual(['place:a', 'place:b'])
})

test('the detail of a place names its ancestors, repeated names once', () => {
  expect(placeDetail(zone('a', 'Centro'))).toBe('District in Sevilla, Andalucía')
})

test('a place with listings but no period has too few', () => {
  expect(searchItems({ results: [zone('a', 'Centro')] })).toMatchObject([{ place: { signal: { kind: 'too_few' } } }])
})

test('a point with coordinates comes before the zones around it', () => {
  const items = pointItems({ ...point, name: 'Utrera', lat: 37.18, lng: -5.78, country: 'es' }, null)
  expect(items).toMatchObject([{ kind: 'point', name: 'Utrera', lat: 37.18, lng: -5.78 }, { key: 'place:a' }])
})

test('a point without coordinates has no result, but its zones do', () => {
  expect(pointItems(point, null).map(({ kind }) => kind)).toEqual(['place'])
})
