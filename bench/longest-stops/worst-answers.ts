import { HISTORY_CELLS_MAX } from '../../src/contract/history.ts'
import { type Cell, cellToDecimal } from '../../src/domain/cell.ts'
import { addMonths, parseAsOf } from '../../src/domain/period.ts'
import { tileCells } from '../../src/domain/tile.ts'
import type { Fault } from '../../src/testing/strange-service/rules/fault.ts'
import { AS_OF, aroundParis, FREE_BYTES, parentsAt } from './worst-proxy-holds.ts'

/** More than the interface's services have: all that can be known of a market, for each of so many. */
const MARKETS = 5_000
/** The most rows of a page that are read, each with all that a zone can have. */
const PLACES = 10_000
/** Cells of a place that is listed on one page. */
const LISTED_CELLS = 200_000
const MONTHS = 13
/** The largest circle that has a history has about this radius. */
export const HISTORY_RADIUS_KM = 31
/** The place with the longest list. */
export const LISTED_PLACE = 'listed'

const BODIES: Readonly<Record<string, () => object>> = {
  '/coverage': coverage,
  '/geo': places,
  '/geo/search': () => ({ results: Array.from({ length: FREE_BYTES / 40 }, (_, i) => `place ${i}`.padEnd(37)) }),
  [`/geo/${LISTED_PLACE}/hexes`]: () => ({ results: listed().map((cell) => ({ h3: cell })) }),
  '/openapi.yaml': openApi,
  '/stats/history': history,
}
const written = new Map<string, string>()

/** Returns the longest answer of a path as a fault of the service; null for a path whose answers stay short. */
export function longestAnswer(path: string): Fault | null {
  const bodyOf = BODIES[path]
  if (bodyOf === undefined) return null
  const body = written.get(path) ?? JSON.stringify(bodyOf())
  written.set(path, body)
  return { kind: 'body', body }
}

function coverage(): object {
  const countries = Array.from({ length: MARKETS }, (_, index) => ({
    country: `c${index}`,
    h3_resolutions: [4, 5, 6, 7, 8],
    last_ad_parsed_at: '2026-11-20T00:00:00Z',
    searchable: true,
    prices_available: true,
    reports_available: false,
    records: 'listings',
    note: 'a'.repeat(1_000),
  }))
  return { window_days: 365, freshness: 'monthly', coverage: 'test', countries }
}

function places(): object {
  const ancestors = Array.from({ length: 8 }, (_, index) => ({ geo_id: `a${index}`, name: 'above', level: 'region' }))
  const results = Array.from({ length: PLACES }, (_, index) => ({
    kind: 'zone',
    geo_id: `z${index}`,
    name: `place ${index}`,
    level: 'city',
    country: 'c1',
    ancestors,
    h3_res: 8,
    hexes_url: `/public/v1/geo/z${index}/hexes`,
    current_period: AS_OF,
    prices_available: true,
    reports_available: false,
  }))
  return { parent: null, results }
}

function listed(): Cell[] {
  const around = [48.86, 20, -20].flatMap((lat) => parentsAt(lat, 2.34, 400))
  return [...new Set(around)].flatMap(tileCells).slice(0, LISTED_CELLS)
}

function history(): object {
  const newest = parseAsOf(AS_OF)
  if (newest === null) throw new Error(`expected the first day of a month, found ${AS_OF}`)
  const stats = aroundParis(15)
    .flatMap(tileCells)
    .slice(0, HISTORY_CELLS_MAX)
    .map((cell) => ({
      h3: cellToDecimal(cell),
      estimated: false,
      median_price: 312_345.67,
      median_price_per_sqm: 4_321.09,
      median_area: 71.5,
      average_price: 333_333.33,
      listings: 41,
      name: 'a quarter with a long name',
      note: 'a'.repeat(80),
    }))
  const points = Array.from({ length: MONTHS }, (_, index) => {
    const as_of = addMonths(newest, index + 1 - MONTHS)
    return { as_of, window_start: as_of, window_end: as_of, fx_date: as_of, stats }
  })
  return {
    currency: 'USD',
    resolution: 8,
    filters: { ad_sub_type: 'buy', units: { size: 'm2', price: 'USD' } },
    snapshot: { as_of: AS_OF },
    history: points,
  }
}

function openApi(): object {
  const parameters = ['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res', 'from', 'to'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string' },
  }))
  return { openapi: '3.1.0', paths: { '/stats/history': { get: { parameters } } } }
}
