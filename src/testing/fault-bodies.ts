import { latLngToCell } from 'h3-js'
import { PATH_PREFIX } from '../contract/limits.ts'
import { type Cell, cellResolution, cellToBigInt, cellToDecimal, parseCell } from '../domain/cell.ts'
import type { FaultRules } from './fault-rules.ts'

/** Returns a cell's median price. */
export function priceOf(cell: Cell): number {
  return 100_000 + Number(cellToBigInt(cell) % 900_001n)
}

function statsRows(rules: FaultRules, cells: readonly Cell[], currency: string) {
  const price = (cell: Cell) => priceOf(cell) * (rules.unitsPerUsd(currency, cell) ?? 1)
  const rows = cells.filter(rules.hasFigures).map((cell, index) => ({
    // Both spellings name the same cell.
    h3: index % 2 === 0 ? cellToDecimal(cell) : cell,
    estimated: cellToBigInt(cell) % 5n === 0n,
    median_price: price(cell),
    median_price_per_sqm: price(cell) / 80,
    median_area: index % 7 === 0 ? null : 80,
    name: `Quarter ${index % 4}`,
    average_price: 1,
  }))
  if (!rules.isNoisy) return rows
  const strangers = cells.slice(0, 1).map((cell) => ({ ...rows[0], h3: latLngToCell(-33, 151, cellResolution(cell)) }))
  return [...rows, ...strangers, ...rows.map((row) => ({ ...row, median_price: 1 }))]
}

/** Returns the body of a metered answer. */
export function statsBody(rules: FaultRules, cells: readonly Cell[], lens: Record<string, string>) {
  const { as_of } = rules
  const currency = rules.currency ?? lens.currency ?? 'USD'
  const resolution = cells[0] === undefined ? 8 : cellResolution(cells[0])
  return {
    as_of,
    currency,
    resolution,
    period: as_of,
    window_start: '2026-10-01',
    window_end: '2026-10-31',
    fx_date: '2026-10-30',
    territory: { selector: 'h3' },
    filters: { ad_sub_type: lens.ad_sub_type ?? 'buy', units: { size: 'm2', price: 'USD' } },
    stats: statsRows(rules, cells, currency),
    snapshot: {
      as_of,
      built: 'monthly',
      max_as_of_age_days: 34,
      window_months: resolution > 6 ? 3 : 1,
      outlier_trim_pct: 0.01,
      min_listings_by_res: { 4: 10, 5: 10, 6: 10, 7: 5, 8: 5 },
      earliest_period: '2025-11-01',
    },
  }
}

/** Returns the body of a free answer; null for an unknown path. */
export function freeBody(rules: FaultRules, used: number, path: string, query: URLSearchParams): unknown {
  switch (path) {
    case '/ping':
      return { status: 'ok', version: '1.0.0' }
    case '/coverage':
      return coverageBody(rules)
    case '/geo':
      return geoBody(rules, query.get('parent'))
    case '/geo/lookup':
      return pointBody(rules, query.get('h3') ?? '')
    case '/meta/filters':
      return rules.currencies && { filters: [], currencies: rules.currencies, units: { size: 'm2', price: 'USD' } }
    case '/usage':
      return usageBody(rules, used)
    default:
      return hexesBody(rules, path, query.get('cursor'))
  }
}

const HEXES_PAGE = 100

function hexesBody({ places, cursors }: FaultRules, path: string, cursor: string | null): unknown {
  const cells = places[decodeURIComponent(/^\/geo\/([^/]+)\/hexes$/.exec(path)?.[1] ?? '')]
  if (cells === undefined) return null
  const after = Number(cursor ?? 0) + HEXES_PAGE
  const from = cursors === 'own page' ? after - HEXES_PAGE : 0
  const next = cursors === 'first page' ? HEXES_PAGE : after
  const results = cells.slice(from, from + HEXES_PAGE).map((cell) => ({ h3: cellToDecimal(cell) }))
  const isLast = from + HEXES_PAGE >= cells.length
  return { territory: {}, results, next_cursor: isLast ? null : String(next) }
}

function pointBody(rules: FaultRules, h3: string): unknown {
  const cell = parseCell(h3)
  return cell && { kind: 'point', prices_available: rules.hasListings(cell), zones: [] }
}

function geoBody(rules: FaultRules, parent: string | null): unknown {
  const country = { geo_id: 'es', name: 'es', level: 'country', country: 'es' }
  if (parent === null) return { results: [{ kind: 'country', ...country, prices_available: true }] }
  if (parent !== 'es') return { results: [] }
  const zone = {
    kind: 'zone',
    geo_id: 'z1',
    name: 'Catalunya',
    level: 'region',
    country: 'es',
    ancestors: [{ geo_id: 'es', name: 'es', level: 'country' }],
    h3_res: 5,
    hexes_url: `${PATH_PREFIX}/geo/z1/hexes`,
    current_period: rules.current_period,
    prices_available: true,
    reports_available: false,
  }
  return { parent: country, results: [zone] }
}

function usageBody({ allowance, resetsAt }: FaultRules, used: number): unknown {
  return {
    token: { prefix: 'svc_live_ro_', kind: 'ro' },
    cycle_resets_at: resetsAt,
    degraded: false,
    groups: [
      {
        group: 'current',
        used,
        remaining: Math.max(0, allowance - used),
        metered: true,
        rate_per_min: 60,
        limits: { cycle: allowance },
      },
    ],
  }
}

function coverageBody({ countries, resolutionsOf }: FaultRules): unknown {
  const flags = { searchable: true, prices_available: true, reports_available: false }
  return {
    window_days: 365,
    freshness: 'monthly',
    coverage: 'test',
    countries: countries.map((country) => ({
      country,
      h3_resolutions: resolutionsOf(country),
      last_ad_parsed_at: null,
      ...flags,
    })),
  }
}
