import { bisectLeft, bisectRight, quantileSorted } from 'd3-array'
import { ckmeans } from 'simple-statistics'

/** The number of classes in a scale, if the figures allow it. */
export const CLASSES = 7

/** How values are split into classes: equal counts, natural groups, equal ratios or equal widths. */
export const METHODS = ['quantile', 'jenks', 'logarithmic', 'equal'] as const
export type Method = (typeof METHODS)[number]

/** ckmeans takes a few milliseconds for this many values, and its memory grows with their number. */
const JENKS_VALUES_MAX = 2_000

/**
 * Returns the class of a value: 0 below the first break, the number of breaks from the last one up. Every value has
 * exactly one class, since the first and the last class are open.
 */
export function classOf(value: number, breaks: readonly number[]): number {
  return bisectRight(breaks, value)
}

/**
 * Returns up to `classes - 1` strictly ascending breaks, rounded to be easy to read. The first and the last class have at
 * least one of the values. Where there are no more distinct values than classes, each has a class of its own.
 */
export function classBreaks(method: Method, values: Iterable<number>, classes = CLASSES): number[] {
  const sorted = [...Float64Array.from(values).sort()]
  const distinct = firstDistinct(sorted, classes + 1)
  const exact = distinct.length <= classes ? between(distinct) : METHOD_BREAKS[method](sorted, classes)
  return rounded(useful(exact, sorted), sorted)
}

const METHOD_BREAKS: Readonly<Record<Method, (sorted: number[], classes: number) => number[]>> = {
  quantile: (sorted, classes) => inner(classes).map((share) => quantileSorted(sorted, share) ?? 0),
  jenks: (sorted, classes) => {
    const groups = ckmeans([...sample(sorted)], classes)
    return groups.slice(1).map((group, index) => middle(groups[index]?.at(-1) ?? 0, group[0] ?? 0))
  },
  logarithmic: (sorted, classes) => {
    const [first, last] = ends(sorted)
    if (first <= 0) return METHOD_BREAKS.equal(sorted, classes)
    return inner(classes).map((share) => first * (last / first) ** share)
  },
  equal: (sorted, classes) => {
    const [first, last] = ends(sorted)
    return inner(classes).map((share) => first + (last - first) * share)
  },
}

/** The shares of a range at which its classes meet. */
function inner(classes: number): number[] {
  return Array.from({ length: classes - 1 }, (_, index) => (index + 1) / classes)
}

function ends(sorted: readonly number[]): [first: number, last: number] {
  return [sorted[0] ?? 0, sorted.at(-1) ?? 0]
}

/** Returns the values, or as many as `JENKS_VALUES_MAX` evenly spaced ones with both ends. */
function sample(sorted: readonly number[]): readonly number[] {
  if (sorted.length <= JENKS_VALUES_MAX) return sorted
  const step = (sorted.length - 1) / (JENKS_VALUES_MAX - 1)
  return Array.from({ length: JENKS_VALUES_MAX }, (_, index) => sorted[Math.round(index * step)] ?? 0)
}

/** Returns the lowest distinct values, at most `most`. */
function firstDistinct(sorted: readonly number[], most: number): number[] {
  const distinct: number[] = []
  for (const value of sorted) {
    if (value !== distinct.at(-1)) distinct.push(value)
    if (distinct.length === most) break
  }
  return distinct
}

function between(distinct: readonly number[]): number[] {
  return distinct.slice(1).map((value, index) => middle(distinct[index] ?? value, value))
}

/** Returns a number above `low` and up to `high`: the middle, unless they are too close to have one. */
function middle(low: number, high: number): number {
  const half = low + (high - low) / 2
  return half > low ? half : high
}

/** A break at or below the smallest value would empty the first class, one above the largest the last. */
function useful(breaks: readonly number[], sorted: readonly number[]): number[] {
  const [first, last] = ends(sorted)
  return [...new Set(breaks)].filter((at) => at > first && at <= last).sort((a, b) => a - b)
}

/**
 * Rounds breaks to as few digits as leave no more classes empty than before. Those that need more than four digits are
 * first moved into the middle between two values: figures that are sent lack some digits, and a value that is a break
 * itself would then lie below it.
 */
function rounded(exact: readonly number[], sorted: readonly number[]): number[] {
  const empty = emptyClasses(exact, sorted)
  const apart = exact.map((at) => betweenNeighbours(at, sorted))
  const attempts = [
    ...FEW_DIGITS.map((digits) => ({ breaks: exact, digits })),
    ...[...FEW_DIGITS, ...MANY_DIGITS].map((digits) => ({ breaks: apart, digits })),
    ...MANY_DIGITS.map((digits) => ({ breaks: exact, digits })),
  ]
  for (const { breaks, digits } of attempts) {
    const fewer = useful(
      breaks.map((at) => Number(at.toPrecision(digits))),
      sorted,
    )
    if (fewer.length === exact.length && emptyClasses(fewer, sorted) <= empty) return fewer
  }
  return [...exact]
}

const FEW_DIGITS = [2, 3, 4] as const
const MANY_DIGITS = [6, 9, 12] as const

/** Returns the middle between the values on both sides of a break, which splits them as the break does. */
function betweenNeighbours(at: number, sorted: readonly number[]): number {
  const above = bisectLeft(sorted, at)
  const [low, high] = [sorted[above - 1], sorted[above]]
  return low === undefined || high === undefined ? at : middle(low, high)
}

function emptyClasses(breaks: readonly number[], sorted: readonly number[]): number {
  const starts = [0, ...breaks.map((at) => bisectLeft(sorted, at)), sorted.length]
  return starts.slice(1).filter((end, index) => end === starts[index]).length
}
