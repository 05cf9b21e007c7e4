import type { Distribution } from '../../areas/spread/distribution.ts'

/**
 * How far the spreads of two areas lie apart. `apart`: every cell of one has more than every cell of the other.
 * `halves_apart`: their middle halves do not overlap. `alike`: the middle cell of each lies in the middle half of the
 * other. `overlap`: anything between. `unknown`: one has too few cells for a middle half.
 */
export type Overlap = 'apart' | 'halves_apart' | 'overlap' | 'alike' | 'unknown'

/** How an area differs from the baseline, from middle cell to middle cell. */
export interface SpreadDifference {
  /** In the unit of the figures. */
  readonly amount: number
  /**
   * The difference in per cent of the baseline's middle cell; null where that cell is not above zero, or no difference
   * is read.
   */
  readonly percent: number | null
  readonly overlap: Overlap
}

/** The same, as shown: an estimate where most figures of one of the two areas are estimates. */
export interface ReadDifference extends SpreadDifference {
  readonly isEstimate: boolean
}

/** Compares the distribution of an area's cell medians with the baseline's, exactly. */
export function compareSpreads(own: Distribution, baseline: Distribution): SpreadDifference {
  const amount = own.middle - baseline.middle
  return {
    amount,
    percent: baseline.middle > 0 ? (100 * amount) / baseline.middle : null,
    overlap: overlapOf(own, baseline),
  }
}

/**
 * The same for the screen: the amount is the difference of the two figures as `read` says that they stand there. The
 * share is the exact one, and null where the two read the same.
 */
export function compareShownSpreads(
  own: Distribution,
  baseline: Distribution,
  read: (value: number) => number,
): SpreadDifference {
  const exact = compareSpreads(own, baseline)
  const amount = Number((read(own.middle) - read(baseline.middle)).toPrecision(SIGNIFICANT_DIGITS))
  return { ...exact, amount, percent: amount === 0 ? null : exact.percent }
}

/** 18.5 - 18.4 is 0.1, and no more. */
const SIGNIFICANT_DIGITS = 12

function overlapOf(own: Distribution, other: Distribution): Overlap {
  if (own.quartiles === null || other.quartiles === null) return 'unknown'
  if (own.least > other.most || other.least > own.most) return 'apart'
  if (own.quartiles.lower > other.quartiles.upper || other.quartiles.lower > own.quartiles.upper) return 'halves_apart'
  return isWithin(own.middle, other.quartiles) && isWithin(other.middle, own.quartiles) ? 'alike' : 'overlap'
}

function isWithin(value: number, { lower, upper }: { lower: number; upper: number }): boolean {
  return value >= lower && value <= upper
}
