import { bisectRight, quantileSorted } from 'd3-array'

/** The number of classes in a scale, if the figures allow it. */
export const CLASSES = 7

/**
 * Returns the class of a value: 0 below the first break, the number of breaks from the last one up. Every value has
 * exactly one class, since the first and the last class are open.
 */
export function classOf(value: number, breaks: readonly number[]): number {
  return bisectRight(breaks, value)
}

/**
 * Returns up to `classes - 1` strictly ascending breaks that split the values into classes of about equal size, rounded
 * to be easy to read. Fewer when the values are too alike; none when they are all equal.
 */
export function quantileBreaks(values: readonly number[], classes = CLASSES): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  const first = sorted[0] ?? 0
  const last = sorted.at(-1) ?? 0
  const quantiles = Array.from({ length: classes - 1 }, (_, i) => quantileSorted(sorted, (i + 1) / classes) ?? first)
  for (const digits of [2, 3, 4, 15]) {
    const rounded = [...new Set(quantiles.map((value) => Number(value.toPrecision(digits))))]
    // A break at or below the smallest value would empty the first class, one above the largest the last.
    const useful = rounded.filter((value) => value > first && value <= last).sort((a, b) => a - b)
    if (useful.length === classes - 1 || digits === 15) return useful
  }
  return []
}
