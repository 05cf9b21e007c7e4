/** What is known of a limit: it is at least `accepted`, and below `refused` where that is not null. */
export interface Bracket {
  readonly accepted: number
  readonly refused: number | null
}

/** The leading digits of limits, and how common they are. */
const DIGITS = [
  { digits: 1, weight: 3 },
  { digits: 1.2, weight: 0.2 },
  { digits: 1.5, weight: 1 },
  { digits: 2, weight: 2 },
  { digits: 2.5, weight: 0.5 },
  { digits: 3, weight: 2 },
  { digits: 3.5, weight: 0.3 },
  { digits: 4, weight: 0.8 },
  { digits: 5, weight: 2.5 },
  { digits: 6, weight: 1 },
  { digits: 7.5, weight: 0.5 },
  { digits: 8, weight: 0.5 },
] as const
/** How common limits of each magnitude are: thousands are the most common, and some services have practically none. */
const MAGNITUDES = [
  { unit: 1, weight: 0.05 },
  { unit: 10, weight: 0.2 },
  { unit: 100, weight: 0.3 },
  { unit: 1_000, weight: 1.5 },
  { unit: 10_000, weight: 0.6 },
  { unit: 100_000, weight: 0.4 },
] as const
/** Limits that are commoner than their digits. */
const COMMON_SIZES = [
  // The cells of a tile: the descendants of a cell three resolutions down.
  { size: 343, weight: 0.5 },
  { size: 600, weight: 0.45 },
  { size: 3_000, weight: 10 },
  { size: 10_000, weight: 3 },
  { size: 100_000, weight: 2 },
]
/** The round numbers that people set as limits, in ascending order: a limit is taken to be one of them, or a little above. */
const ROUND_SIZES = [
  ...MAGNITUDES.flatMap(({ unit, weight }) =>
    DIGITS.map((often) => ({ size: often.digits * unit, weight: often.weight * weight })),
  ),
  ...COMMON_SIZES,
]
  // Nobody can ask for half a cell.
  .filter(({ size }) => Number.isInteger(size))
  .sort((a, b) => a.size - b.size)

/**
 * The sizes to try while nothing was accepted: the largest that saves enough calls over the next smaller one, given its
 * risk. Services that refuse 300 cells are so rare that even a few cells are requested with others around them, which
 * shows what is accepted.
 */
const FIRST_SIZES = [
  { size: 10_000, saves: 1.5 },
  { size: 3_000, saves: 0.5 },
  { size: 1_000, saves: 0.5 },
  { size: 300, saves: 0 },
  { size: 100, saves: 0.5 },
  { size: 30, saves: 0.5 },
  { size: 10, saves: 0.5 },
  { size: 3, saves: 0.5 },
  { size: 1, saves: 0 },
] as const

/**
 * The smallest step up from the accepted size, while nothing larger was refused and between the two: smaller steps
 * teach next to nothing.
 */
const LEAST_STEP = { open: 3, between: 1.1 } as const

/** How many refusals are considered in advance; more would not change the choice. */
const AHEAD = 3

/**
 * The size to try next, with the fewest expected calls, refused ones included: the one accepted so far,
 * or a larger one that may be refused. `callsWith` says how many calls of a size the purchases at hand take, `left` how many may
 * still be refused.
 *
 * With nothing more to learn, the cost is `callsWith(accepted)`. A larger size is accepted with a chance that follows from
 * how common limits are; if it is, it brought its share and the search goes on above it, and if not, one call is lost and the
 * search goes on below.
 */
export function bestGuess({ accepted, refused }: Bracket, callsWith: (size: number) => number, left = AHEAD): number {
  const most = refused ?? Number.POSITIVE_INFINITY
  if (accepted === 0) return firstGuess(most, callsWith)
  const least = refused === null ? accepted * LEAST_STEP.open : accepted * LEAST_STEP.between
  const possible = ROUND_SIZES.filter(({ size }) => size >= accepted && size < most)
  const larger = possible.map(({ size }) => size).filter((size) => size >= least)
  // Sizes beyond the first that does with as few calls as any are only more of a risk.
  const fewest = callsWith(larger.at(-1) ?? accepted)
  const enough = larger.findIndex((size) => callsWith(size) <= fewest)
  const sizes = [accepted, ...larger.slice(0, enough + 1)]
  const last = sizes.length
  const calls = sizes.map(callsWith)
  // How often the limit is below each size, summed up once: the search asks for the weight of millions of ranges.
  const below = [...sizes, Number.POSITIVE_INFINITY].map((most) => weightOf(possible.filter(({ size }) => size < most)))
  const weightBetween = (from: number, to: number) => (below[to] ?? 0) - (below[from] ?? 0)
  const known = new Map<number, { expected: number; size: number }>()
  /** The limit is at least the size at `low`, and below the one at `high`; `tries` may still be refused. */
  const best = (low: number, high: number, tries: number): { expected: number; size: number } => {
    const key = (tries * last + low) * (last + 1) + high
    const found = known.get(key)
    if (found !== undefined) return found
    let choice = { expected: calls[low] ?? Number.POSITIVE_INFINITY, size: sizes[low] ?? accepted }
    const weight = weightBetween(low, high)
    for (let next = low + 1; next < high && weight > 0 && tries > 0; next++) {
      // A size that saves no call is not worth trying.
      if (choice.expected <= 1 || (calls[next] ?? 0) >= (calls[low] ?? 0)) continue
      const chance = weightBetween(next, high) / weight
      const rest = 1 - 1 / (calls[next] ?? 1)
      const taken = 1 + rest * best(next, high, tries).expected
      const expected = chance * taken + (1 - chance) * (1 + best(low, next, tries - 1).expected)
      if (expected < choice.expected) choice = { expected, size: sizes[next] ?? accepted }
    }
    known.set(key, choice)
    return choice
  }
  return best(0, last, Math.min(left, AHEAD)).size
}

function firstGuess(most: number, callsWith: (size: number) => number): number {
  const sizes = FIRST_SIZES.filter(({ size }) => size < most)
  const worthy = sizes.find(({ size, saves }, index) => {
    const next = sizes[index + 1]
    return next === undefined || callsWith(next.size) - callsWith(size) >= saves
  })
  return worthy?.size ?? 1
}

function weightOf(sizes: readonly { readonly weight: number }[]): number {
  return sizes.reduce((total, { weight }) => total + weight, 0)
}
