import type { HistoryPoint, Snapshot, StatsResponse, StatsRow } from '../../../contract/stats.ts'
import { type Cell, cellToDecimal, type Resolution } from '../../../domain/cell.ts'
import { type AsOf, asOfAt, MAX_AS_OF_AGE_DAYS, windowMonths, windowOf } from '../../../domain/period.ts'
import { DEFAULT_MIN_LISTINGS, DEFAULT_TRIM_PCT } from '../../build/build-periods.ts'
import { isPriceFiltered } from '../../figures/lens-filter.ts'
import type { FigureRow, Period, PeriodMeta } from '../../figures/period.ts'
import { namesOfCells } from '../../places/cell-names.ts'
import { ratesAt } from '../../rates/rates.ts'
import { invalidParameter } from '../../requests/refusal.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { UNITS } from '../meta-filters.ts'
import type { StatsRequest } from './stats-query.ts'
import type { SelectedTerritory } from './territory-of.ts'

/** The period that a response is about. */
export interface Answering {
  readonly as_of: AsOf
  readonly meta: PeriodMeta
  /** Null when no period is served, so there are no figures. */
  readonly period: Period | null
}

/** The period of /stats/current: the served one, or the clock's month without figures. */
export function newestKnown({ figures, now }: ServiceDeps): Answering {
  const period = figures.served()
  const meta = period?.meta ?? figures.newest()?.meta ?? unpublishedMeta(now())
  return { as_of: period?.as_of ?? asOfAt(now()), meta, period }
}

/** The part of a response that is the same for every period. */
export function aboutRequest(
  { currency, resolution, filter }: StatsRequest,
  { territory }: SelectedTerritory,
): Pick<StatsResponse, 'currency' | 'resolution' | 'territory' | 'filters'> {
  const rooms = filter.rooms === null ? null : String(filter.rooms)
  return { currency, resolution, territory, filters: { ...filter, rooms, units: UNITS } }
}

/** The part of a response that differs between periods; refuses a currency for which the period has no rate. */
export async function aboutPeriod(
  deps: ServiceDeps,
  answering: Answering,
  request: StatsRequest,
  selected: readonly Cell[],
): Promise<HistoryPoint> {
  const { as_of, meta, period } = answering
  const { resolution, currency } = request
  const usdPerUnit = currency === 'USD' ? 1 : meta.usd_per_unit[currency]
  if (usdPerUnit === undefined)
    throw invalidParameter('currency', `the period ${as_of} has no exchange rate for "${currency}"`)
  const rows = period ? await figuresOf(deps, period, request, selected) : []
  const cells = rows.map(({ cell }) => cell)
  const names = namesOfCells(deps.places.current(), cells, resolution)
  const window = windowOf(as_of, resolution)
  return {
    as_of,
    period: as_of,
    window_start: window.start,
    window_end: window.end,
    fx_date: currency === 'USD' ? meta.fx_date : (meta.fx_dates?.[currency] ?? meta.fx_date),
    stats: rows.map((row, i) => {
      // Every row has a name: outside all places, the code of its country.
      const name = names[i] ?? period?.listingCountry(row.cell) ?? null
      return statsRowOf(row, name, usdPerUnit)
    }),
    snapshot: snapshotOf(deps, answering, resolution),
  }
}

async function figuresOf(
  deps: ServiceDeps,
  period: Period,
  { filter, resolution }: StatsRequest,
  cells: readonly Cell[],
): Promise<FigureRow[]> {
  if (isPriceFiltered(filter)) return deps.pricedFigures.figures(period, filter, cells, resolution)
  return period.figures(filter, cells)
}

/** One row of the response; converts money from USD to a currency worth `usdPerUnit`. */
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

/** How a period's figures were made, and the earliest published period. */
export function snapshotOf(
  { figures }: ServiceDeps,
  { as_of, meta }: Pick<Answering, 'as_of' | 'meta'>,
  resolution: Resolution,
): Snapshot {
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

/** How a period would be built, when none is published yet. */
function unpublishedMeta(now: Date): PeriodMeta {
  const rates = ratesAt(now.toISOString().slice(0, 10))
  return { trim_pct: DEFAULT_TRIM_PCT, min_listings_by_res: { ...DEFAULT_MIN_LISTINGS }, ...rates }
}
