import { expect, test } from 'vitest'
import type { PointPlaces } from '../../contract/service/geo.ts'
import type { Level } from '../../domain/place.ts'
import { territoryChain } from './territory-chain.ts'

const place = (geo_id: string, level: Level) => ({ geo_id, name: geo_id.toUpperCase(), level })
const zone = (geo_id: string, level: Exclude<Level, 'country'>, ancestors: [string, Level][] = []) => ({
  ...place(geo_id, level),
  level,
  country: 'es',
  ancestors: [
    ...ancestors.map(([id, above]) => place(id, above)),
    { geo_id: 'es', name: 'es', level: 'country' as const },
  ],
})
const ids = (point: PointPlaces, resolution: 4 | 5 | 6 | 7 | 8) =>
  territoryChain(point, resolution).map(({ geo_id }) => geo_id)

const FULL = {
  zones: [
    zone('q', 'microzone', [
      ['d', 'macrozone'],
      ['c', 'city'],
      ['p', 'province'],
      ['r', 'region'],
    ]),
  ],
}

test('a resolution has the classes of the city, the province or the country, and what contains it comes next', () => {
  expect(ids(FULL, 8)).toEqual(['c', 'p', 'r', 'es'])
  expect(ids(FULL, 7)).toEqual(['p', 'r', 'es'])
  for (const resolution of [4, 5, 6] as const) expect(ids(FULL, resolution)).toEqual(['es'])
})

test('a level that the market skips gives way to the next coarser one, never to a finer one', () => {
  const skipped = {
    zones: [
      zone('q', 'microzone', [
        ['d', 'macrozone'],
        ['r', 'region'],
      ]),
    ],
  }
  expect(ids(skipped, 8)).toEqual(['r', 'es'])
  expect(ids(skipped, 7)).toEqual(['r', 'es'])
  expect(ids({ zones: [zone('q', 'microzone')] }, 8)).toEqual(['es'])
})

test('zones that overlap give one place of each level, in whatever order they come', () => {
  const zones = [
    zone('p2', 'province'),
    zone('c2', 'city', [['p2', 'province']]),
    zone('c1', 'city', [['p1', 'province']]),
  ]
  expect(ids({ zones }, 8)).toEqual(['c1', 'p1', 'es'])
  expect(ids({ zones: zones.toReversed() }, 8)).toEqual(['c1', 'p1', 'es'])
})

test('a point without zones has its country, if the service names one', () => {
  const portugal = { geo_id: 'pt', name: 'pt', level: 'country', country: 'pt' }
  expect(territoryChain({ zones: [], country: 'pt' }, 8)).toEqual([portugal])
  expect(territoryChain({ zones: [], country: null }, 8)).toEqual([])
})
