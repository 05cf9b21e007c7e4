import type { Metric } from '../../../domain/figure.ts'
import { formatFigure, type Units } from '../../figures/figure-words.ts'
import { tickWidth } from '../../figures/tick-width.ts'
import { tickWords } from '../../figures/tick-words.ts'
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

/**
 * Returns the ticks that have room below classes of a width in CSS pixels: all where none runs into the next, otherwise
 * every second, or third. All while the width is not known, which is 0.
 */
export function fittingTicks(ticks: readonly RampTick[], width: number): readonly RampTick[] {
  for (let step = 1; width > 0 && step < ticks.length; step++) {
    // Those left out at both ends are as many.
    const first = Math.floor(((ticks.length - 1) % step) / 2)
    const kept = ticks.filter((_, index) => index % step === first)
    if (kept.every((tick, index) => isApart(tick, kept[index + 1], width))) return kept
  }
  return width > 0 ? ticks.slice(0, 1) : ticks
}

function isApart(tick: RampTick, next: RampTick | undefined, width: number): boolean {
  if (next === undefined) return true
  return (tickWidth(tick.words) + tickWidth(next.words)) / 2 <= (next.share - tick.share) * width
}
