import type { Metric } from '../../domain/figure.ts'
import { type Conversion, certainAmount, currencyDisplay } from './amounts.ts'

/** The name of each metric in controls and headings. */
export const METRIC_LABELS: Readonly<Record<Metric, string>> = {
  median_price_per_sqm: 'Median price per m²',
  median_price: 'Median price',
  median_area: 'Median size',
}

/** The name of a metric for figures in these units: rents are not prices. */
export function metricLabel(metric: Metric, { isRent }: Units): string {
  const label = METRIC_LABELS[metric]
  return isRent ? label.replace('price', 'rent').replace('Price', 'Rent') : label
}

/** The units in which figures are shown. */
export interface Units extends Conversion {
  /** ISO 4217. */
  readonly currency: string
  /** As the service names it: `sqm`, `m2`, `sqft`… */
  readonly size_unit: string
  /** True for rents, which are amounts a month. */
  readonly isRent?: boolean
}

/** Returns the unit of money for headings: `EUR`, `EUR a month`. */
export function moneyUnit({ currency, isRent }: Units): string {
  return isRent ? `${currency} a month` : currency
}

/** Returns a figure in the units shown, as exactly as it can be computed. */
export function shownValue(value: number, metric: Metric, { rate = 1 }: Units): number {
  return metric === 'median_area' ? value : value * rate
}

/** Returns a figure with its unit in the reader's locale: `€4,210/m²`, `€18.5/m² a month`, `84 m²`; short with `digits`: `€4.2K`. */
export function formatFigure(value: number, metric: Metric, units: Units, digits: number | null = null): string {
  const size = sizeUnit(units.size_unit)
  const notation =
    digits === null
      ? { maximumFractionDigits: 0 }
      : ({ notation: 'compact', maximumSignificantDigits: digits } as const)
  if (metric === 'median_area') return `${new Intl.NumberFormat(undefined, notation).format(value)} ${size}`
  const amount = digits === null ? certainAmount(value, units) : shownValue(value, metric, units)
  // Rents per m² are a few units of money, where a decimal matters.
  const isSmall = digits === null && Math.abs(amount) < 100
  const money = formatMoney(amount, units.currency, isSmall ? { maximumFractionDigits: 1 } : notation)
  if (digits !== null) return money
  const perSize = metric === 'median_price_per_sqm' ? `${money}/${size}` : money
  return units.isRent ? `${perSize} a month` : perSize
}

function formatMoney(value: number, currency: string, digits: Intl.NumberFormatOptions): string {
  const style = {
    style: 'currency',
    currency,
    currencyDisplay: currencyDisplay(currency),
    minimumFractionDigits: 0,
  } as const
  try {
    return new Intl.NumberFormat(undefined, { ...style, ...digits }).format(value)
  } catch {
    // Intl refuses codes outside ISO 4217.
    return `${new Intl.NumberFormat(undefined, digits).format(value)} ${currency}`
  }
}

/** Returns a unit of area as people write it: `m²`, `ft²`; any other name as it is. */
export function sizeUnit(unit: string): string {
  const isSquareFeet = /^(sq_?ft|ft2|ft²|square_feet)$/i.test(unit)
  return isSquareFeet ? 'ft²' : /^(sqm|m2|m²|square_met(er|re)s?)$/i.test(unit) ? 'm²' : unit
}
