import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type Snapshot, type StatsResponse, type StatsRow, statsResponse } from '../../contract/stats.ts'
import { cellToDecimal, type Resolution } from '../../domain/cell.ts'
import { type AsOf, asOfAt, MAX_AS_OF_AGE_DAYS, windowMonths, windowOf } from '../../domain/period.ts'
import { DEFAULT_MIN_LISTINGS, DEFAULT_TRIM_PCT } from '../build/build-periods.ts'
import { isPriceFiltered } from '../core/lens-filter.ts'
import { ratesAt } from '../core/rates.ts'
import { namesOfCells } from '../io/cell-names.ts'
import type { FigureRow, Period, PeriodMeta } from '../io/period.ts'
import { chargeCall } from './charge-call.ts'
import { endpoint, type ServiceApp } from './endpoint.ts'
import { UNITS } from './meta-filters.ts'
import { invalidParameter, Refusal } from './refusal.ts'
import type { ServiceDeps, ServiceEnv } from './service-env.ts'
import { readStatsQuery, type StatsRequest, statsQuery } from './stats-query.ts'
import { placeOf, type SelectedTerritory, territoryOf } from './territory-of.ts'
import { currenciesOf } from './vocabulary.ts'

const route = endpoint({
  path: '/stats/current',
  summary: 'Figures of the cells of a place, of a list of cells or of a circle, in the period served. Metered.',
  description: `Exactly one of \`geo_id\`, \`h3\` and \`lat\` with \`lng\` and \`radius_km\` selects the territory. A circle holds the
cells whose centre lies within the radius. \`too_many_hexes\` counts what has to be looked at: the distinct cells of a list,
the cells of a place at the resolution asked for, the cells near enough to a circle to be measured; \`limit\` is what the
plan allows. A resolution that is not asked for is 8, and refused by a plan that is coarser. Rows ascend by cell id; what
has too few listings, own and around it, has none. Where no period is due, the answer names the month of the clock and
holds no rows, and is counted.`,
  group: 'current',
  query: statsQuery,
  params: z.object({}),
  answer: statsResponse,
  refusals: [
    'missing_parameter',
    'invalid_parameter',
    'unknown_place',
    'not_covered',
    'resolution_not_in_plan',
    'too_many_hexes',
    'quota_exhausted',
  ],
})

export function addStatsCurrent(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => {
    const request = readStatsQuery(c.req.valid('query'))
    refuseCurrency(deps, request)
    const selected = selectTerritory(c, deps, request)
    const refund = chargeCall(c, deps)
    try {
      return c.json(await answer(deps, request, selected), 200)
    } catch (error) {
      refund()
      throw error
    }
  })
}

function refuseCurrency(deps: ServiceDeps, { currency }: StatsRequest): void {
  const known = currenciesOf(deps)
  if (known.includes(currency)) return
  throw invalidParameter(
    'currency',
    `"${currency}" is not a currency that can be shown; use one of ${known.join(', ')}`,
  )
}

/** The parameters' last check, then the plan's. */
function selectTerritory(c: Context<ServiceEnv>, deps: ServiceDeps, request: StatsRequest): SelectedTerritory {
  const { plan } = c.get('admission')
  const { resolution, selector } = request
  const book = deps.places.current()
  if (selector.kind === 'geo_id') placeOf(book, selector.geo_id)
  if (resolution > plan.finest_resolution) {
    throw new Refusal(
      'resolution_not_in_plan',
      `resolution ${resolution} is finer than the plan allows; the finest is ${plan.finest_resolution}`,
      { parameter: 'res', limit: plan.finest_resolution },
    )
  }
  return territoryOf(book, selector, { resolution, budget: plan.cells_per_request })
}

async function answer(deps: ServiceDeps, request: StatsRequest, selected: SelectedTerritory): Promise<StatsResponse> {
  const { resolution, filter, currency } = request
  const period = deps.figures.served()
  const rows = period ? await figuresOf(deps, period, request, selected) : []
  const cells = rows.map(({ cell }) => cell)
  const names = namesOfCells(deps.places.current(), cells, resolution)
  const as_of = period?.as_of ?? asOfAt(deps.now())
  const meta = period?.meta ?? deps.figures.newest()?.meta ?? unpublishedMeta(deps.now())
  const window = windowOf(as_of, resolution)
  return {
    as_of,
    currency,
    resolution,
    period: as_of,
    window_start: window.start,
    window_end: window.end,
    fx_date: meta.fx_date,
    territory: selected.territory,
    filters: { ...filter, rooms: filter.rooms === null ? null : String(filter.rooms), units: UNITS },
    stats: rows.map((row, i) => statsRowOf(row, names[i] ?? null, meta.usd_per_unit[currency] ?? 1)),
    snapshot: snapshotOf(deps, meta, as_of, resolution),
  }
}

async function figuresOf(
  deps: ServiceDeps,
  period: Period,
  { filter, resolution }: StatsRequest,
  { cells }: SelectedTerritory,
): Promise<FigureRow[]> {
  if (isPriceFiltered(filter)) return deps.pricedFigures.figures(period, filter, cells, resolution)
  return period.figures(filter, cells)
}

/** One row of the answer; money in USD becomes money of a currency worth `usdPerUnit`. */
function statsRowOf(row: FigureRow, name: string | null, usdPerUnit: number): StatsRow {
  const money = (usd: number | null) => (usd === null ? null : usd / usdPerUnit)
  return {
    h3: cellToDecimal(row.cell),
    estimated: row.estimated,
    median_price: money(row.median_price),
    median_price_per_sqm: money(row.median_price_per_sqm),
    median_area: row.median_area,
    average_price: money(row.average_price),
    listings: row.listings,
    name,
  }
}

function snapshotOf({ figures }: ServiceDeps, meta: PeriodMeta, as_of: AsOf, resolution: Resolution): Snapshot {
  return {
    as_of,
    built: 'monthly',
    max_as_of_age_days: MAX_AS_OF_AGE_DAYS,
    window_months: windowMonths(resolution),
    outlier_trim_pct: meta.trim_pct,
    min_listings_by_res: meta.min_listings_by_res,
    earliest_period: figures.earliest(),
  }
}

/** How a period would be built, where none is published yet. */
function unpublishedMeta(now: Date): PeriodMeta {
  const rates = ratesAt(now.toISOString().slice(0, 10))
  return { trim_pct: DEFAULT_TRIM_PCT, min_listings_by_res: { ...DEFAULT_MIN_LISTINGS }, ...rates }
}
