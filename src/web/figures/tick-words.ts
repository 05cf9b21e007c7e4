import type { Metric } from '../../domain/figure.ts'
import { formatFigure, shownValue, type Units } from './figure-words.ts'

/** Longer labels run into one another below the legend's classes. */
const LONGEST = 5
/** How far a label may be from its figure, as a share. */
const MOST_OFF = 0.01

/**
 * The figures at the ticks of an axis, as short as they are still right: with the sign of the currency where there is room
 * for it (`€3.7K`, but `3.75K`), since what heads the axis names it too.
 */
export function tickWords(values: readonly number[], metric: Metric, units: Units): string[] {
  const shown = values.map((value) => shownValue(value, metric, units))
  const digits = [2, 3, 4].find((count) => areTold(shown, count)) ?? 5
  const signed = values.map((value) => formatFigure(value, metric, units, digits))
  if (metric !== 'median_area' && signed.every(({ length }) => length <= LONGEST)) return signed
  const bare = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: digits })
  return shown.map((value) => bare.format(value))
}

/** True where so many digits are close to each value, and tell them apart. */
function areTold(values: readonly number[], digits: number): boolean {
  const told = values.map((value) => Number(value.toPrecision(digits)))
  const isClose = told.every((each, index) => Math.abs(each - (values[index] ?? 0)) <= MOST_OFF * Math.abs(each))
  return isClose && new Set(told).size === new Set(values).size
}
