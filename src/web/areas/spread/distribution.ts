import { quantileSorted } from 'd3-array'

/** The fewest values whose quartiles are meaningful. */
const QUARTILES_FROM = 5

/** The middle and the extremes of some values. */
export interface Distribution {
  readonly count: number
  readonly least: number
  readonly middle: number
  readonly most: number
  /** Interpolated linearly between neighbours (R's type 7); null for fewer than five values. */
  readonly quartiles: { readonly lower: number; readonly upper: number } | null
}

/** Returns the distribution of some values; null for none. */
export function distributionOf(values: readonly number[]): Distribution | null {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => quantileSorted(sorted, share)
  const [least, lower, middle, upper, most] = [at(0), at(0.25), at(0.5), at(0.75), at(1)]
  if (least === undefined || middle === undefined || most === undefined) return null
  const hasQuartiles = sorted.length >= QUARTILES_FROM && lower !== undefined && upper !== undefined
  return { count: sorted.length, least, middle, most, quartiles: hasQuartiles ? { lower, upper } : null }
}
