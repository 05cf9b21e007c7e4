/** What is known of a limit: it is at least `accepted`, and below `refused` where that is not null. */
export interface Bracket {
  readonly accepted: number
  readonly refused: number | null
}

/** What limits begin with, and how often. */
const DIGITS = [
  { digits: 1, weight: 3 },
  { digits: 1.2, weight: 0.2 },
  { digits: 1.5, weight: 1 },
  { digits: 2, weight: 2 },
  { digits: 2.5, weight: 0.5 },
  { digits: 3, weight: 3 },
  { digits: 3.5, weight: 0.5 },
  { digits: 4, weight: 0.5 },
  { digits: 5, weight: 3 },
  { digits: 6, weight: 0.5 },
  { digits: 7.5, weight: 0.5 },
] as const
/** How often limits are of each magnitude: those of thousands are the most common, and some services set none to speak of. */
const MAGNITUDES = [
  { unit: 1, weight: 0.05 },
  { unit: 10, weight: 0.2 },
  { unit: 100, weight: 0.3 },
  { unit: 1_000, weight: 1.5 },
  { unit: 10_000, weight: 0.6 },
  { unit: 100_000, weight: 0.4 },
] as const
/** The round numbers that people set as limits, in ascending order: a limit is taken to be one of them, or a little above. */
const ROUND_SIZES = [
  ...MAGNITUDES.flatMap(({ unit, weight }) =>
    DIGITS.map((often) => ({ size: often.digits * unit, weight: often.weight * weight })),
  ),
  // The cells of a tile: a cell has so many descendants three resolutions down.
  { size: 343, weight: 0.5 },
].sort((a, b) => a.size - b.size)

/** What is asked for first, and after refusals alone: the largest of them that is worth its risk, then the next. */
const FIRST_SIZES = [10_000, 3_000, 1_000, 300, 100, 30, 10, 3, 1] as const
/** Calls that a larger first size must save over the next smaller one. */
const WORTH_ITS_RISK = 0.5

/**
 * A small step teaches next to nothing: so many times what was accepted is the least that is tried while nothing larger was
 * refused, and between the two.
 */
const LEAST_STEP = { open: 3, between: 1.1 } as const

/**
 * The size to ask for next, so that the calls to be expected are the fewest, refused ones included: the one accepted so far,
 * or a larger one that may be refused. `callsWith` says how many calls of a size the purchases at hand take.
 *
 * With nothing more to learn, the cost is `callsWith(accepted)`. A larger size is accepted with a chance that follows from
 * how common limits are; if it is, it brought its share and the search goes on above it, and if not, one call is lost and the
 * search goes on below.
 */
export function bestGuess({ accepted, refused }: Bracket, callsWith: (size: number) => number): number {
  const most = refused ?? Number.POSITIVE_INFINITY
  if (accepted === 0) return firstGuess(most, callsWith)
  const least = refused === null ? accepted * LEAST_STEP.open : accepted * LEAST_STEP.between
  const larger = ROUND_SIZES.map(({ size }) => size).filter((size) => size >= least && size < most)
  // Sizes beyond the first that does with as few calls as any are only more of a risk.
  const fewest = callsWith(larger.at(-1) ?? accepted)
  const enough = larger.findIndex((size) => callsWith(size) <= fewest)
  const sizes = [accepted, ...larger.slice(0, enough + 1)]
  const last = sizes.length
  const weightBeyond = sum(larger.slice(enough + 1).map(weightOf))
  const calls = sizes.map((size) => (size === 0 ? Number.POSITIVE_INFINITY : callsWith(size)))
  const weights = sizes.map((size, index) => weightOf(size) + (index < last - 1 ? 0 : weightBeyond))
  // Summed up once: the search asks for the weight of millions of ranges.
  const below = [0]
  for (const weight of weights) below.push((below.at(-1) ?? 0) + weight)
  const weightBetween = (from: number, to: number) => (below[to] ?? 0) - (below[from] ?? 0)
  const known = new Map<number, { expected: number; size: number }>()
  /** The limit is at least the size at `low`, and below the one at `high`. */
  const best = (low: number, high: number): { expected: number; size: number } => {
    const key = low * (last + 1) + high
    const found = known.get(key)
    if (found !== undefined) return found
    let choice = { expected: calls[low] ?? Number.POSITIVE_INFINITY, size: sizes[low] ?? accepted }
    for (let next = low + 1; next < high; next++) {
      // Nothing is gained by a size that saves no call, and below the first one nothing is known to be accepted.
      if (choice.expected <= 1 || (calls[next] ?? 0) >= (calls[low] ?? 0)) continue
      const chance = weightBetween(next, high) / weightBetween(low, high)
      const left = 1 - 1 / (calls[next] ?? 1)
      const expected = chance * (1 + left * best(next, high).expected) + (1 - chance) * (1 + lowerThan(low, next))
      if (expected < choice.expected) choice = { expected, size: sizes[next] ?? accepted }
    }
    known.set(key, choice)
    return choice
  }
  const lowerThan = (low: number, high: number) => {
    const { expected } = best(low, high)
    return Number.isFinite(expected) ? expected : callsWith(1)
  }
  return best(0, last).size
}

function firstGuess(most: number, callsWith: (size: number) => number): number {
  const sizes = FIRST_SIZES.filter((size) => size < most)
  const worthy = sizes.find((size, index) => {
    const next = sizes[index + 1]
    return next === undefined || callsWith(next) - callsWith(size) >= WORTH_ITS_RISK
  })
  return worthy ?? 1
}

function weightOf(size: number): number {
  return ROUND_SIZES.findLast((round) => size >= round.size)?.weight ?? 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
