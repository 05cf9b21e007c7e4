import { describe, expect, test } from 'vitest'
import { receivedPoint } from '../../contract/service/geo.ts'
import { placesAround } from './places-of-cell.ts'

const SPAIN = { geo_id: 'es', name: 'es', level: 'country' }
const REGION = { geo_id: 'zr', name: 'Comunidad de Madrid', level: 'region' }
const CITY = { geo_id: 'zc', name: 'Madrid', level: 'city' }
const DISTRICT = { geo_id: 'zd', name: 'Villa de Vallecas', level: 'macrozone' }
const NEIGHBOURHOOD = { geo_id: 'zn', name: 'Ensanche', level: 'microzone' }

function zonesOf(...chain: (typeof SPAIN)[]) {
  const zones = chain.slice(0, -1).map((zone, index) => ({
    ...zone,
    kind: 'zone',
    country: 'es',
    ancestors: chain.slice(index + 1),
    h3_res: 8,
    prices_available: true,
    current_period: '2026-11-01',
  }))
  return receivedPoint.parse({ kind: 'point', prices_available: true, zones }).zones
}

describe('the places that contain a hexagon', () => {
  const madrid = zonesOf(NEIGHBOURHOOD, DISTRICT, CITY, REGION, SPAIN)
  test.each<[string, number, string | null, string[]]>([
    ['of 1,770 km² are not a neighbourhood, district or city', 4, 'Comunidad de Madrid', ['zr', 'es']],
    ['of 1,770 km² without a figure are the same', 4, null, ['zr', 'es']],
    ['of 36 km² may be a city', 6, 'Madrid', ['zc', 'zr', 'es']],
    ['are those after which the service names it, and larger ones', 5, 'Madrid', ['zc', 'zr', 'es']],
    ['of the finest resolution are all that were found', 8, 'Ensanche', ['zn', 'zd', 'zc', 'zr', 'es']],
  ])('%s', (_, resolution, name, expected) => {
    expect(placesAround(madrid, { resolution, name }).map(({ geo_id }) => geo_id)).toEqual(expected)
  })

  test('has one where only smaller places are found', () => {
    const zones = zonesOf(NEIGHBOURHOOD, DISTRICT).map((zone) => ({ ...zone, ancestors: [] }))
    expect(placesAround(zones, { resolution: 4, name: null }).map(({ geo_id }) => geo_id)).toEqual(['zn'])
  })
})
