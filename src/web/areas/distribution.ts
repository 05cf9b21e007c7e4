import { quantileSorted } from 'd3-array'

/** Quartiles and extremes of some values; quartiles are interpolated linearly between neighbours (R's type 7). */
export interface Distribution {
  readonly count: number
  readonly least: number
  readonly lowerQuartile: number
  readonly middle: number
  readonly upperQuartile: number
  readonly most: number
}

/** Returns the distribution of some values; null for none. */
export function distributionOf(values: readonly number[]): Distribution | null {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => quantileSorted(sorted, share)
  const [least, lowerQuartile, middle, upperQuartile, most] = [at(0), at(0.25), at(0.5), at(0.75), at(1)]
  if (least === undefined || lowerQuartile === undefined || middle === undefined) return null
  if (upperQuartile === undefined || most === undefined) return null
  return { count: sorted.length, least, lowerQuartile, middle, upperQuartile, most }
}
