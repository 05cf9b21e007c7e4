import type { Metric } from '../../domain/figure.ts'
import { shownValue, type Units } from '../figures/figure-words.ts'
import { decimalMark, numberFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { isAscending } from '../state/address/class-choice.ts'

/** The most classes that people can tell apart. */
const HAND_BREAKS_MAX = 8

/** Breaks as typed, in the units in which figures were bought; or what is wrong. */
export type HandBreaks = { kind: 'ok'; at: readonly number[] } | { kind: 'invalid'; message: string }

/** Returns breaks for the field, in the units shown. */
export function breaksText(breaks: readonly number[], metric: Metric, units: Units): string {
  const format = numberFormat({ maximumSignificantDigits: 6, useGrouping: false })
  return breaks.map((at) => format.format(shownValue(at, metric, units))).join('  ')
}

/** Reads breaks in the units shown, separated by blanks or semicolons. */
export function readBreaks(text: string, metric: Metric, units: Units): HandBreaks {
  const words = text.split(/[\s;]+/).filter((word) => word !== '')
  const shown = words.map(readNumber)
  if (words.length === 0 || words.length > HAND_BREAKS_MAX || !isAscending(shown)) {
    return {
      kind: 'invalid',
      message: t('Expected 1 to {most} numbers in ascending order, such as {example}, found “{text}”.', {
        most: String(HAND_BREAKS_MAX),
        example: breaksText([2000, 3500.5, 6000], 'listings', units).replaceAll('  ', ' '),
        text: text.trim(),
      }),
    }
  }
  const one = shownValue(1, metric, units)
  const at = shown.map((value) => Number((value / one).toPrecision(8)))
  return isAscending(at) ? { kind: 'ok', at } : { kind: 'invalid', message: t('The numbers are too close together.') }
}

/** Reads a number as the reader writes it; a decimal point and a hyphen are understood everywhere. NaN for anything else. */
function readNumber(word: string): number {
  return Number(word.replace(decimalMark(), '.').replace(/^[−–]/, '-'))
}
