import type { Metric } from '../../domain/figure.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { tickWords } from '../figures/tick-words.ts'
import { extentLabel } from './class-label.ts'

/** What stands below the colours of the classes. */
export interface RampTick {
  readonly words: string
  /** Where it stands, as a share of the width of all classes. */
  readonly share: number
}

/** Returns the breaks between classes in words; a single class has the range of the values in view. */
export function rampTicks(
  breaks: readonly number[],
  values: readonly number[],
  metric: Metric,
  units: Units,
): readonly RampTick[] {
  if (breaks.length === 0) {
    return [{ words: extentLabel(values, (value) => formatFigure(value, metric, units, 3)), share: 0.5 }]
  }
  return tickWords(breaks, metric, units).map((words, index) => ({ words, share: (index + 1) / (breaks.length + 1) }))
}
