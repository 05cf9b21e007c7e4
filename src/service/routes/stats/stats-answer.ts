import type { HistoryPoint, Snapshot, StatsResponse, StatsRow } from '../../../contract/service/stats/stats.ts'
import { type Cell, cellToDecimal, type Resolution } from '../../../domain/cell.ts'
import { type AsOf, asOfAt, MAX_AS_OF_AGE_DAYS, windowMonths, windowOf } from '../../../domain/period.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import { DEFAULT_MIN_LISTINGS, DEFAULT_TRIM_PCT } from '../../build/build-periods.ts'
import { isPriceFiltered } from '../../figures/lens-filter.ts'
import type { FigureRow, Period, PeriodMeta } from '../../figures/period.ts'
import type { Asker } from '../../figures/priced-figures.ts'
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

/**
 * The part of a response that differs between periods; refuses a currency for which the period has no rate. Rejects with
 * `Gone` when nobody waits for many cells any more.
 */
export async function aboutPeriod(
  deps: ServiceDeps,
  answering: Answering,
  request: StatsRequest,
  selected: readonly Cell[],
  asker: Asker,
): Promise<HistoryPoint> {
  const { as_of, meta, period } = answering
  const { resolution, currency } = request
  const usdPerUnit = currency === 'USD' ? 1 : meta.usd_per_unit[currency]
  if (usdPerUnit === undefined)
    throw invalidParameter('currency', `the period ${as_of} has no exchange rate for "${currency}"`)
  const stats = period ? await rowsOf(deps, period, { ...request, usdPerUnit }, selected, asker) : []
  const window = windowOf(as_of, resolution)
  return {
    as_of,
    period: as_of,
    window_start: window.start,
    window_end: window.end,
    fx_date: currency === 'USD' ? meta.fx_date : (meta.fx_dates?.[currency] ?? meta.fx_date),
    stats,
    snapshot: snapshotOf(deps, answering, resolution),
  }
}

/** Cells whose rows are made in one step, which takes some milliseconds. */
export const ROWS_AT_ONCE = 1_000

/** The rows of cells that have figures, made in steps, so that other requests are answered in between. */
async function rowsOf(
  { pricedFigures, places }: ServiceDeps,
  period: Period,
  { filter, resolution, usdPerUnit }: StatsRequest & { readonly usdPerUnit: number },
  cells: readonly Cell[],
  asker: Asker,
): Promise<StatsRow[]> {
  const priced = isPriceFiltered(filter)
    ? await pricedFigures.figures(period, filter, cells, { resolution, asker })
    : null
  const rows: StatsRow[] = []
  for (let first = 0; first < (priced ?? cells).length; first += ROWS_AT_ONCE) {
    if (first > 0) await nextTurn(asker.signal())
    const end = first + ROWS_AT_ONCE
    const figures = priced?.slice(first, end) ?? (await period.figures(filter, cells.slice(first, end)))
    const found = figures.map(({ cell }) => cell)
    const names = namesOfCells(places.current(), found, resolution)
    // Every row has a name: outside all places, the code of its country.
    const nameless = found.filter((_, i) => names[i] == null)
    const countries = nameless.length === 0 ? [] : await period.listingCountries(nameless)
    let next = 0
    for (const [i, row] of figures.entries()) {
      rows.push(statsRowOf(row, names[i] ?? countries[next++] ?? null, usdPerUnit))
    }
  }
  return rows
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
  { as_of, meta, period }: Answering,
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
    ...(period !== null && { revision: period.revision }),
  }
}

/** How a period would be built, when none is published yet. */
function unpublishedMeta(now: Date): PeriodMeta {
  const rates = ratesAt(now.toISOString().slice(0, 10))
  return { trim_pct: DEFAULT_TRIM_PCT, min_listings_by_res: { ...DEFAULT_MIN_LISTINGS }, ...rates }
}
