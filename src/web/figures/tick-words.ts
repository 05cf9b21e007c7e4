import type { Metric } from '../../domain/figure.ts'
import { numberFormat } from '../language/formats.ts'
import { formatFigure, shownValue, type Units } from './figure-words.ts'

/** Longer labels would touch below the legend's classes. */
const LABEL_LENGTH_MAX = 5
/** The largest error of a label, as a share of its figure. */
const ERROR_MAX = 0.01

/**
 * Returns the figures at the ticks of an axis, as short as they can be and still right. They have the sign of the
 * currency only where there is room (`€3.7K`, but `3.75K`); the heading of the axis names it too.
 */
export function tickWords(values: readonly number[], metric: Metric, units: Units): string[] {
  const shown = values.map((value) => shownValue(value, metric, units))
  const digits = [2, 3, 4].find((count) => isEnough(shown, count)) ?? 5
  const signed = values.map((value) => formatFigure(value, metric, units, digits))
  if (metric !== 'median_area' && signed.every(({ length }) => length <= LABEL_LENGTH_MAX)) return signed
  const bare = numberFormat({ notation: 'compact', useGrouping: 'always', maximumSignificantDigits: digits })
  return shown.map((value) => bare.format(value))
}

/** True when rounding to this many digits keeps each value close and different from the others. */
function isEnough(values: readonly number[], digits: number): boolean {
  const rounded = values.map((value) => Number(value.toPrecision(digits)))
  const isClose = rounded.every((each, index) => Math.abs(each - (values[index] ?? 0)) <= ERROR_MAX * Math.abs(each))
  return isClose && new Set(rounded).size === new Set(values).size
}
