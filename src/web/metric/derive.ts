import type { ClassScale, MethodBreaks } from '../../contract/class-scale.ts'
import type { Metric, PublishedMetric } from '../../domain/figure.ts'

/** The amounts that derived metrics are computed with, in the money and the unit of area of the figures. */
export interface Amounts {
  readonly budget: number | null
  readonly size: number | null
  /** The least space that the budget should buy. */
  readonly min_area: number | null
  /** The baseline's price per m². */
  readonly baseline: number | null
}

/** Returns a metric of a cell from its median price per m²; null for metrics that do not follow from it alone. */
export function derivedValue(metric: Metric, perSqm: number | null, amounts: Amounts): number | null {
  if (perSqm === null || !(perSqm > 0)) return null
  switch (metric) {
    case 'difference':
      return amounts.baseline === null ? null : 100 * (perSqm / amounts.baseline - 1)
    case 'area_for_budget':
      return amounts.budget === null ? null : amounts.budget / perSqm
    case 'price_for_area':
      return amounts.size === null ? null : amounts.size * perSqm
    default:
      return null
  }
}

/** True where a budget buys less space than is wanted. */
export function isTooSmall(metric: Metric, value: number, { min_area }: Amounts): boolean {
  return metric === 'area_for_budget' && min_area !== null && value < min_area
}

/** An estimate counts the listings of the cells around it: its own are fewer than a cell needs. */
export function isPooledCount({ estimated }: { readonly estimated: boolean }, metric: Metric): boolean {
  return metric === 'listings' && estimated
}

/**
 * Classes that are the same at every place, in per cent: what a yield, a change or a difference means does not depend on
 * where it is. Those of the last two have 0 in the middle of the middle class.
 */
const FIXED_BREAKS: Readonly<Partial<Record<Metric, readonly number[]>>> = {
  rental_yield: [2, 3, 4, 5, 6, 8],
  change: [-15, -7, -2, 2, 7, 15],
  difference: [-40, -20, -5, 5, 20, 40],
}

/** Returns the fixed class breaks of a metric; null when a territory decides. */
export function fixedBreaks(metric: Metric): readonly number[] | null {
  return FIXED_BREAKS[metric] ?? null
}

/** Returns the published metric whose territory classes a metric follows; null for one with fixed classes. */
export function scaleMetric(metric: Metric): PublishedMetric | null {
  switch (metric) {
    case 'rental_yield':
    case 'change':
    case 'difference':
      return null
    case 'area_for_budget':
    case 'price_for_area':
      return 'median_price_per_sqm'
    default:
      return metric
  }
}

/**
 * Returns a territory's classes for a metric from those of `scaleMetric`, so that they too are the same for every reader.
 * Null while an amount is missing.
 */
export function deriveScale(scale: ClassScale, metric: Metric, amounts: Amounts): ClassScale | null {
  if (scaleMetric(metric) === metric || scale.kind !== 'territory' || scale.breaks === null) return scale
  const convert = (perSqm: readonly number[]) => {
    const values = perSqm.map((at) => derivedValue(metric, at, amounts))
    return easyToRead(values.filter((value) => value !== null).sort((a, b) => a - b))
  }
  if (derivedValue(metric, 1, amounts) === null) return null
  const { quantile, jenks, logarithmic, equal } = scale.breaks
  const breaks: MethodBreaks = {
    quantile: convert(quantile),
    jenks: convert(jenks),
    logarithmic: convert(logarithmic),
    equal: convert(equal),
  }
  return { ...scale, breaks }
}

/** Rounds ascending breaks to three digits, or as many as keep them apart. */
function easyToRead(exact: readonly number[]): number[] {
  const different = [...new Set(exact)]
  for (const digits of [3, 4, 6]) {
    const rounded = different.map((at) => Number(at.toPrecision(digits)))
    if (new Set(rounded).size === different.length) return rounded
  }
  return different
}
