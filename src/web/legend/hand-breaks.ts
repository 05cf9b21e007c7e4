import type { Metric } from '../../domain/figure.ts'
import { shownValue, type Units } from '../figures/figure-words.ts'
import { isAscending } from '../state/class-choice.ts'

/** As many classes as people can tell apart. */
const HAND_BREAKS_MAX = 8

/** Breaks as typed, in the units in which figures were bought; or what is wrong. */
export type HandBreaks = { kind: 'ok'; at: readonly number[] } | { kind: 'invalid'; message: string }

/** Returns breaks for the field, in the units shown. */
export function breaksText(breaks: readonly number[], metric: Metric, units: Units): string {
  return breaks.map((at) => Number(shownValue(at, metric, units).toPrecision(4))).join('  ')
}

/** Reads breaks in the units shown, separated by blanks or semicolons. */
export function readBreaks(text: string, metric: Metric, units: Units): HandBreaks {
  const words = text.split(/[\s;]+/).filter((word) => word !== '')
  const shown = words.map(Number)
  if (words.length === 0 || words.length > HAND_BREAKS_MAX || !isAscending(shown)) {
    return {
      kind: 'invalid',
      message: `Expected 1 to ${HAND_BREAKS_MAX} rising numbers such as 2000 3500.5 6000, found “${text.trim()}”.`,
    }
  }
  const one = shownValue(1, metric, units)
  const at = shown.map((value) => Number((value / one).toPrecision(8)))
  return isAscending(at) ? { kind: 'ok', at } : { kind: 'invalid', message: 'The numbers are too close together.' }
}
