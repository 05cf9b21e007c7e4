import type { Metric } from '../../domain/figure.ts'
import { numberFormat } from '../language/formats.ts'
import { formatFigure, shownValue, type Units } from './figure-words.ts'
import { exactDigits } from './significant-digits.ts'

/** Longer labels would touch below the legend's classes. */
const LABEL_LENGTH_MAX = 5
const isShort = (labels: readonly string[]) => labels.every(({ length }) => length <= LABEL_LENGTH_MAX)

/**
 * Returns the figures at the ticks of an axis, exact and as short as that allows. They have the sign of the currency only
 * where there is room (`€3.7K`, but `3.75K` below the legend's classes); the heading of the axis names it too. `hasRoom`
 * tells whether an axis has room for labels with the sign; it gets those without, too.
 */
export function tickWords(
  values: readonly number[],
  metric: Metric,
  units: Units,
  hasRoom: (signed: readonly string[], bare: readonly string[]) => boolean = isShort,
): string[] {
  const digits = tickDigits(values, metric, units)
  const signed = values.map((value) => formatFigure(value, metric, units, digits))
  const number = numberFormat({ notation: 'compact', useGrouping: 'always', maximumSignificantDigits: digits })
  const bare = values.map((value) => number.format(shownValue(value, metric, units)))
  return metric !== 'median_area' && hasRoom(signed, bare) ? signed : bare
}

/** Returns the significant digits in which all ticks of an axis are exact. */
export function tickDigits(values: readonly number[], metric: Metric, units: Units): number {
  return exactDigits(values.map((value) => shownValue(value, metric, units)))
}
