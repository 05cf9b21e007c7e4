import type { Metric } from '../../domain/figure.ts'
import { type Conversion, certainAmount, currencyDisplay } from './amounts.ts'

/** The name of each metric in controls and headings. */
export const METRIC_LABELS: Readonly<Record<Metric, string>> = {
  median_price_per_sqm: 'Median price per m²',
  median_price: 'Median price',
  median_area: 'Median size',
  average_price: 'Average price',
  listings: 'Number of listings',
  rental_yield: 'Gross rental yield',
  difference: 'Difference from a place',
  area_for_budget: 'Space for a budget',
  price_for_area: 'Price of a given size',
}

type Quantity = 'money_per_area' | 'money' | 'area' | 'count' | 'percent' | 'change'

const QUANTITIES: Readonly<Record<Metric, Quantity>> = {
  median_price_per_sqm: 'money_per_area',
  median_price: 'money',
  median_area: 'area',
  average_price: 'money',
  listings: 'count',
  rental_yield: 'percent',
  difference: 'change',
  area_for_budget: 'area',
  price_for_area: 'money',
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
function moneyUnit({ currency, isRent }: Units): string {
  return isRent ? `${currency} a month` : currency
}

/** True for a metric whose figures are amounts of money. */
export function isMoney(metric: Metric): boolean {
  return QUANTITIES[metric] === 'money' || QUANTITIES[metric] === 'money_per_area'
}

/** Returns the unit of a metric for headings: `USD`, `m²`, `%`; null for counts. */
export function unitOf(metric: Metric, units: Units): string | null {
  switch (QUANTITIES[metric]) {
    case 'money_per_area':
    case 'money':
      return moneyUnit(units)
    case 'area':
      return sizeUnit(units.size_unit)
    case 'percent':
      return '% a year'
    case 'change':
      return '%'
    case 'count':
      return null
  }
}

/** Returns a figure in the units shown, as exactly as it can be computed. */
export function shownValue(value: number, metric: Metric, { rate = 1 }: Units): number {
  return isMoney(metric) ? value * rate : value
}

/** Returns a figure with its unit in the reader's locale: `€4,210/m²`, `€18.5/m² a month`, `+12%`; short with `digits`: `€4.2K`. */
export function formatFigure(value: number, metric: Metric, units: Units, digits: number | null = null): string {
  const quantity = QUANTITIES[metric]
  switch (quantity) {
    case 'count':
      return formatNumber(value, digits)
    case 'percent':
    case 'change':
      return formatPercent(value, quantity === 'change', digits)
    case 'area':
      return `${formatNumber(value, digits, 10)} ${sizeUnit(units.size_unit)}`
    case 'money':
    case 'money_per_area': {
      const amount = digits === null ? certainAmount(value, units) : shownValue(value, metric, units)
      const money = formatMoney(amount, units.currency, digits)
      if (digits !== null) return money
      const perSize = quantity === 'money_per_area' ? `${money}/${sizeUnit(units.size_unit)}` : money
      return units.isRent ? `${perSize} a month` : perSize
    }
  }
}

/** The most exact form, with a decimal below `decimalBelow`; compact with `digits`. */
function notation(value: number, digits: number | null, decimalBelow: number): Intl.NumberFormatOptions {
  if (digits !== null) return { notation: 'compact', maximumSignificantDigits: digits }
  return { maximumFractionDigits: Math.abs(value) < decimalBelow ? 1 : 0 }
}

function formatNumber(value: number, digits: number | null, decimalBelow = 0): string {
  return new Intl.NumberFormat(undefined, notation(value, digits, decimalBelow)).format(value)
}

function formatPercent(value: number, isChange: boolean, digits: number | null): string {
  const precision = digits === null ? { maximumFractionDigits: isChange ? 0 : 1 } : { maximumSignificantDigits: digits }
  const sign = isChange ? ({ signDisplay: 'exceptZero' } as const) : {}
  return new Intl.NumberFormat(undefined, { style: 'percent', ...sign, ...precision }).format(value / 100)
}

function formatMoney(value: number, currency: string, digits: number | null): string {
  const style = {
    style: 'currency',
    currency,
    currencyDisplay: currencyDisplay(currency),
    minimumFractionDigits: 0,
  } as const
  // Rents per m² are a few units of money, where a decimal matters.
  const precision = notation(value, digits, 100)
  try {
    return new Intl.NumberFormat(undefined, { ...style, ...precision }).format(value)
  } catch {
    // Intl refuses codes outside ISO 4217.
    return `${new Intl.NumberFormat(undefined, precision).format(value)} ${currency}`
  }
}

/** Returns a unit of area as people write it: `m²`, `ft²`; any other name as it is. */
export function sizeUnit(unit: string): string {
  const isSquareFeet = /^(sq_?ft|ft2|ft²|square_feet)$/i.test(unit)
  return isSquareFeet ? 'ft²' : /^(sqm|m2|m²|square_met(er|re)s?)$/i.test(unit) ? 'm²' : unit
}
