import { extent } from 'd3-array'
import type { Metric } from '../../../domain/figure.ts'
import { formatFigure, type Units } from '../../figures/figure-words.ts'
import { t } from '../../language/translate.ts'

/** Returns the range of some values in words, for a scale of one class, which has no break to name; empty without values. */
export function extentLabel(values: readonly number[], format: (value: number) => string): string {
  const [lowest, highest] = extent(values)
  if (lowest === undefined) return ''
  const [from, to] = [format(lowest), format(highest)]
  return from === to ? from : t('{from} to {to}', { from, to })
}

/** Returns the range of a class in words: `under €2,000/m²`, `€2,000/m² to €2,600/m²`, `€5,000/m² and more`. */
export function classLabel(index: number, breaks: readonly number[], format: (value: number) => string): string {
  const from = breaks[index - 1]
  const to = breaks[index]
  if (from === undefined) return to === undefined ? t('All values') : t('under {to}', { to: format(to) })
  return to === undefined
    ? t('{from} and more', { from: format(from) })
    : t('{from} to {to}', { from: format(from), to: format(to) })
}

/** Says which class stands out from the others on the map. */
export function onlyClassWords(index: number, breaks: readonly number[], metric: Metric, units: Units): string {
  return t('Only one class stands out: {label}.', {
    label: classLabel(index, breaks, (value) => formatFigure(value, metric, units, 'all')),
  })
}
