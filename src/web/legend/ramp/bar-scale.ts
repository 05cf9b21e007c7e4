import { max, median } from 'd3-array'

/** Bars this many times as tall as the middle one are cut. */
const CUT_FROM = 5
/** Up to this height every bar can be seen beside the tallest. */
const NEVER_CUT_BELOW = 12

/** How high the bars of a row are drawn. */
export interface BarScale {
  /** The count that fills the row's height; at least 1. */
  readonly full: number
  /** The largest count. */
  readonly tallest: number
  /** True when the tallest bars are cut, so that the others can be seen. */
  readonly isCut: boolean
}

/** Returns a scale for the counts of one row: to its tallest bar, unless that would flatten all others. */
export function barScale(counts: readonly number[]): BarScale {
  const bars = counts.filter((count) => count > 0)
  const tallest = max(bars) ?? 0
  const highest = Math.max(NEVER_CUT_BELOW, CUT_FROM * (median(bars) ?? 0))
  const isCut = tallest > highest
  return { full: Math.max(1, isCut ? highest : tallest), tallest, isCut }
}
