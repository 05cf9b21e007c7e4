import { shareOf } from './words.ts'

export const METHODS = ['quantile', 'jenks', 'logarithmic', 'equal'] as const
export type Method = (typeof METHODS)[number]

const CLASSES = 7
/** Natural groups are found among at most this many values, evenly spaced in their order. */
const GROUPED_MAX = 2_000

/**
 * Returns the breaks of up to seven classes, worked out from the definitions of the methods. Natural groups may be split in
 * several ways that are equally good: there is one result for each.
 */
export function recomputeBreaks(method: Method, values: readonly number[]): number[][] {
  const sorted = [...values].sort((a, b) => a - b)
  const distinct = [...new Set(sorted)]
  const exact = distinct.length <= CLASSES ? [halfway(distinct)] : breaksOf(method, sorted)
  return exact.map((breaks) => readable(inside(breaks, sorted), sorted))
}

function breaksOf(method: Method, sorted: readonly number[]): number[][] {
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const shares = Array.from({ length: CLASSES - 1 }, (_, index) => (index + 1) / CLASSES)
  switch (method) {
    case 'quantile':
      return [shares.map((share) => shareOf(sorted, share))]
    case 'jenks':
      return naturalBreaks(thinned(sorted))
    case 'logarithmic':
      return low > 0 ? [shares.map((share) => low * (high / low) ** share)] : breaksOf('equal', sorted)
    case 'equal':
      return [shares.map((share) => low + (high - low) * share)]
  }
}

/** Middles between neighbours; the upper one where nothing lies between them. */
function halfway(values: readonly number[]): number[] {
  return values.slice(1).map((high, index) => between(values[index] ?? high, high))
}

function between(low: number, high: number): number {
  const half = low + (high - low) / 2
  return half > low ? half : high
}

/** Breaks that leave neither the lowest nor the highest class empty. */
function inside(breaks: readonly number[], sorted: readonly number[]): number[] {
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  return [...new Set(breaks)].filter((at) => at > low && at <= high).sort((a, b) => a - b)
}

/**
 * Rounds to the fewest digits that lose no break and empty no class; breaks with more than four digits lie half-way between
 * two values.
 */
function readable(exact: readonly number[], sorted: readonly number[]): number[] {
  const filled = (breaks: readonly number[]) =>
    new Set(sorted.map((value) => breaks.filter((at) => value >= at).length)).size
  const least = filled(exact)
  const freed = exact.map((at) => {
    const low = sorted.filter((value) => value < at).at(-1)
    const high = sorted.find((value) => value >= at)
    return low === undefined || high === undefined ? at : between(low, high)
  })
  const tries = [
    { breaks: exact, digits: [2, 3, 4] },
    { breaks: freed, digits: [2, 3, 4, 6, 9, 12] },
    { breaks: exact, digits: [6, 9, 12] },
  ]
  for (const { breaks, digits } of tries) {
    for (const many of digits) {
      const rounded = inside(
        breaks.map((at) => Number(at.toPrecision(many))),
        sorted,
      )
      if (rounded.length === exact.length && filled(rounded) >= least) return rounded
    }
  }
  return [...exact]
}

function thinned(sorted: readonly number[]): readonly number[] {
  if (sorted.length <= GROUPED_MAX) return sorted
  const step = (sorted.length - 1) / (GROUPED_MAX - 1)
  return Array.from({ length: GROUPED_MAX }, (_, index) => sorted[Math.round(index * step)] ?? 0)
}

/** At most so many equally good splits are tried: there are more only of values that repeat in a pattern. */
const SPLITS_MAX = 500
/** Sums of squares that differ by less, as a share of the sum for all values in one group, are equal. */
const EQUAL_SHARE = 1e-9

/**
 * Splits sorted values where the sum of squared distances from the groups' means is least, by trying every split; returns
 * each of the splits that are equally good.
 */
function naturalBreaks(sorted: readonly number[]): number[][] {
  const count = sorted.length
  const middle = sorted[Math.floor(count / 2)] ?? 0
  const sums = new Float64Array(count + 1)
  const squares = new Float64Array(count + 1)
  sorted.forEach((value, index) => {
    sums[index + 1] = (sums[index] ?? 0) + (value - middle)
    squares[index + 1] = (squares[index] ?? 0) + (value - middle) ** 2
  })
  const cost = (from: number, to: number) => {
    const sum = (sums[to] ?? 0) - (sums[from] ?? 0)
    return (squares[to] ?? 0) - (squares[from] ?? 0) - sum ** 2 / (to - from)
  }
  // By the number of groups before the last one, then by how many values they have together.
  const least = [Float64Array.from({ length: count + 1 }, (_, to) => (to === 0 ? 0 : cost(0, to)))]
  const sumTo = (group: number, from: number, to: number) => (least[group - 1]?.[from] ?? 0) + cost(from, to)
  for (let group = 1; group < CLASSES; group++) {
    const next = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
    for (let to = group + 1; to <= count; to++)
      for (let from = group; from < to; from++) next[to] = Math.min(next[to] ?? 0, sumTo(group, from, to))
    least.push(next)
  }
  const splits: number[][] = []
  const equal = EQUAL_SHARE * (cost(0, count) + 1)
  const follow = (group: number, to: number, later: readonly number[]) => {
    if (group === 0) splits.push([...later])
    for (let from = group; group > 0 && from < to && splits.length < SPLITS_MAX; from++)
      if (sumTo(group, from, to) <= (least[group]?.[to] ?? 0) + equal) follow(group - 1, from, [from, ...later])
  }
  follow(CLASSES - 1, count, [])
  return splits.map((split) => split.map((at) => between(sorted[at - 1] ?? 0, sorted[at] ?? 0)))
}
