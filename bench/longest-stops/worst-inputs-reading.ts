import { GROUND_TILES_MAX } from '../../src/contract/cell-ground.ts'
import { RADIUS_KM_MAX } from '../../src/contract/limits.ts'
import { HELD_TILES_MAX, PART_TILES_MAX } from '../../src/contract/proxy-api.ts'
import { PUBLISHED_METRICS } from '../../src/domain/figure.ts'
import { times, type WorstInput } from './worst-inputs.ts'
import {
  AS_OF,
  aroundParis,
  BASEMAP_RANGE,
  HELD_TILES,
  type HeldPaths,
  LENSES,
  PARIS,
  RECEIPTS,
  RESOLUTION,
} from './worst-proxy-holds.ts'

/** The worst inputs of the routes that read what is held. */
export function readingInputs({ paths, parts }: HeldPaths): WorstInput[] {
  const many = (route: string, what: string, path: string): WorstInput => ({
    route,
    what,
    requests: () => times(20, () => ({ method: 'GET', path })),
  })
  return [
    many('GET /healthz', '20 at once', '/healthz'),
    many('GET /readyz', '20 at once', '/readyz'),
    many('GET /api/period', '20 at once', '/api/period'),
    many('GET /api/meter', '20 at once', '/api/meter'),
    many('GET /api/embedding', '20 at once', '/api/embedding?origin=https://blog.example'),
    many('GET /api/basemap', '20 at once', '/api/basemap'),
    {
      route: 'GET /api/basemap/tiles.pmtiles',
      what: 'ranges of 2 MB, 20 at once',
      requests: () =>
        times(20, () => ({
          method: 'GET',
          path: '/api/basemap/tiles.pmtiles',
          headers: { range: `bytes=0-${BASEMAP_RANGE - 1}` },
        })),
      statuses: [206],
    },
    {
      route: 'GET /api/meter/detail',
      what: `${RECEIPTS.toLocaleString('en')} calls for ${LENSES} lenses`,
      requests: () => times(20, () => ({ method: 'GET', path: '/api/meter/detail' })),
    },
    many('GET /api/editions/:as_of/:lens/:resolution', '20 at once', `/api/editions/${AS_OF}/default/${RESOLUTION}`),
    {
      route: 'GET /api/tiles/:as_of/:lens/:resolution/:parent',
      what: `${HELD_TILES} tiles, none in memory`,
      // Without the ledger's name, no tile is kept in memory.
      requests: () => paths.map((path) => ({ method: 'GET', path: path.replace(/\?.*/, '') })),
    },
    {
      route: 'GET /api/scales/:as_of/:lens/:resolution/:metric',
      what: 'classes not decided yet, 20 at once',
      requests: (round) => {
        const metric = PUBLISHED_METRICS[round % PUBLISHED_METRICS.length]
        const path = `/api/scales/${AS_OF}/default/${RESOLUTION}/${metric}?lat=${PARIS.lat}&lng=${PARIS.lng}`
        return times(20, () => ({ method: 'GET', path }))
      },
    },
    many(
      'GET /api/resolutions',
      'the largest circle, 20 at once',
      `/api/resolutions?lat=${PARIS.lat}&lng=${PARIS.lng}&radius_km=${RADIUS_KM_MAX}`,
    ),
    many(
      'GET /api/ground',
      `${GROUND_TILES_MAX} tiles, 20 at once`,
      `/api/ground?parents=${aroundParis(GROUND_TILES_MAX).join(',')}`,
    ),
    many(
      'GET /api/held/:as_of/:lens/:resolution',
      `${HELD_TILES_MAX} tiles, 20 at once`,
      `/api/held/${AS_OF}/default/${RESOLUTION}?parents=${aroundParis(HELD_TILES_MAX).join(',')}`,
    ),
    many('GET /api/parts/:as_of/:lens/:resolution', `parts of ${PART_TILES_MAX} tiles, 20 at once`, parts),
    many(
      'GET /api/known-places',
      'the longest text of similar words, 20 at once',
      `/api/known-places?q=${encodeURIComponent('santander '.repeat(20))}`,
    ),
    many(
      'GET /api/known-places',
      'short forms that have many spellings, 20 at once',
      `/api/known-places?q=${encodeURIComponent('st 1st '.repeat(28))}`,
    ),
    many(
      'GET /api/known-places',
      'the longest text that is compared with similar names, 20 at once',
      `/api/known-places?q=${encodeURIComponent('san-saint-st. '.repeat(7))}`,
    ),
    many(
      'GET /api/known-places/near',
      'far from any place, 20 at once',
      '/api/known-places/near?lat=-48&lng=-123&countries=es,fr,de,gb,us,au',
    ),
    {
      ...many('GET /api/rates/:as_of/:currency', '20 at once', `/api/rates/${AS_OF}/EUR`),
      statuses: [204],
    },
  ]
}
