import type { Metric } from '../../domain/figure.ts'

/** What a metric is called, in controls and headings. */
export const METRIC_LABELS: Readonly<Record<Metric, string>> = {
  median_price_per_sqm: 'Median price per m²',
  median_price: 'Median price',
  median_area: 'Median size',
}

/** The units of an edition's figures. */
export interface Units {
  /** ISO 4217. */
  readonly currency: string
  /** As the service names it: `sqm`, `m2`, `sqft`… */
  readonly size_unit: string
}

/** A figure in the reader's locale with its unit: `€4,210/m²`, `€312,000`, `84 m²`; `compact` for axes: `€4.2K`. */
export function formatFigure(value: number, metric: Metric, units: Units, compact = false): string {
  const size = sizeUnit(units.size_unit)
  const notation = compact
    ? ({ notation: 'compact', maximumSignificantDigits: 3 } as const)
    : { maximumFractionDigits: 0 }
  if (metric === 'median_area') return `${new Intl.NumberFormat(undefined, notation).format(value)} ${size}`
  // Rents per m² are a few units of money, where a decimal matters.
  const digits = !compact && Math.abs(value) < 100 ? { maximumFractionDigits: 1 } : notation
  const money = formatMoney(value, units.currency, digits)
  return metric === 'median_price_per_sqm' && !compact ? `${money}/${size}` : money
}

function formatMoney(value: number, currency: string, digits: Intl.NumberFormatOptions): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: 0 } as const
  try {
    return new Intl.NumberFormat(undefined, { ...style, ...digits }).format(value)
  } catch {
    // A code that is no ISO 4217 currency cannot be formatted as one.
    return `${new Intl.NumberFormat(undefined, digits).format(value)} ${currency}`
  }
}

/** A unit of area as people write it: `m²`, `ft²`; as the service names it where that is neither. */
export function sizeUnit(unit: string): string {
  const isSquareFeet = /^(sq_?ft|ft2|ft²|square_feet)$/i.test(unit)
  return isSquareFeet ? 'ft²' : /^(sqm|m2|m²|square_met(er|re)s?)$/i.test(unit) ? 'm²' : unit
}
