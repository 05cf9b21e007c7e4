import { BASE_CURRENCY, type Currency, parseCurrency } from '../../../domain/currency.ts'
import { METRICS, type Metric } from '../../../domain/figure.ts'
import { type AsOf, parseAsOf } from '../../../domain/period.ts'

/** An amount of money in the currency in which it was entered. */
export interface Budget {
  readonly amount: number
  readonly currency: Currency
}

/** What the map is coloured by, and what the derived metrics are computed with. */
export interface MetricChoice {
  readonly metric: Metric
  readonly budget: Budget | null
  /** In the service's unit of area. */
  readonly size: number | null
  /** The least space that a budget should buy, in the service's unit of area; hexagons where it buys less are faded. */
  readonly min_area: number | null
  /** The earlier period that a change is counted from. */
  readonly since: AsOf | null
}

export const FIRST_METRIC: MetricChoice = {
  metric: 'median_price_per_sqm',
  budget: null,
  size: null,
  min_area: null,
  since: null,
}

/** The most that a budget or a size may be; more would be a mistake in typing. */
export const BUDGET_MAX = 1e12
export const SIZE_MAX = 1e6

/** Reads the parameters that `formatMetric` writes; an invalid one falls back on its own. */
export function parseMetricChoice(params: URLSearchParams): MetricChoice {
  const metric = params.get('metric')
  return {
    metric: METRICS.find((known) => known === metric) ?? FIRST_METRIC.metric,
    budget: parseBudget(params.get('budget')),
    size: parseSize(params.get('size')),
    min_area: parseSize(params.get('min_area')),
    since: parseMonth(params.get('since')),
  }
}

/** Adds the parameters that differ from the defaults. */
export function formatMetric({ metric, budget, size, min_area, since }: MetricChoice, params: URLSearchParams): void {
  if (metric !== FIRST_METRIC.metric) params.set('metric', metric)
  // `300000` in the base currency, `250000EUR` in another.
  if (budget) params.set('budget', `${budget.amount}${budget.currency === BASE_CURRENCY ? '' : budget.currency}`)
  if (size !== null) params.set('size', String(size))
  if (min_area !== null) params.set('min_area', String(min_area))
  if (since !== null) params.set('since', formatMonth(since))
}

/** Reads `300000` or `250000EUR`; null when it is not a budget. */
export function parseBudget(raw: string | null): Budget | null {
  const [, digits, code] = /^(\d+(?:\.\d+)?)([A-Z]{3})?$/.exec(raw ?? '') ?? []
  const amount = Number(digits)
  const currency = code === undefined ? BASE_CURRENCY : parseCurrency(code)
  return currency !== null && amount > 0 && amount <= BUDGET_MAX ? { amount, currency } : null
}

/** Reads a size such as `80`; null when it is not one. */
export function parseSize(raw: string | null): number | null {
  const size = /^\d+(\.\d+)?$/.test(raw ?? '') ? Number(raw) : Number.NaN
  return size > 0 && size <= SIZE_MAX ? size : null
}

/** Reads a period's label without its day, such as `2025-11`; null when it is not one. */
export function parseMonth(raw: string | null): AsOf | null {
  return parseAsOf(`${raw}-01`)
}

/** Returns the text that `parseMonth` reads back. */
export function formatMonth(as_of: AsOf): string {
  return as_of.slice(0, 7)
}

/** True for a change after which a territory's classes are others, because they follow from the budget or the size. */
export function changesClasses(patch: Partial<MetricChoice>): boolean {
  return patch.budget !== undefined || patch.size !== undefined
}
