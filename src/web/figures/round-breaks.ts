import type { Metric } from '../../domain/figure.ts'
import { shownValue, type Units } from './figure-words.ts'
import { digitsWithin } from './significant-digits.ts'

/** The share by which a break moves at most, so that it is round in the units shown. */
const MOVED_MAX = 0.01
/** Breaks set by hand are stored with eight digits in the money that figures were bought in. */
const AS_TYPED = 1e-7

/**
 * Returns class breaks that are round in the units shown, in the units of the purchase. Classes are round where they are
 * made; money and areas that are converted would end them at 3,521, which a legend could only write as 3.5K. Breaks set
 * by hand in these units stay as they were typed.
 */
export function roundBreaks(
  breaks: readonly number[],
  metric: Metric,
  units: Units,
  isByHand: boolean,
): readonly number[] {
  const one = shownValue(1, metric, units)
  if (one === 1 && !isByHand) return breaks
  const shown = breaks.map((at) => shownValue(at, metric, units))
  if (isByHand && digitsWithin(shown, AS_TYPED, 6) !== null) return breaks
  const digits = digitsWithin(shown, MOVED_MAX, 12)
  return digits === null ? breaks : shown.map((at) => Number(at.toPrecision(digits)) / one)
}
