import { type Cell, descendantRange } from '../../domain/cell.ts'

/** First and last id, both inclusive. */
export type IdRange = readonly [first: bigint, last: bigint]

/** The difference between two consecutive ids at resolution 8. */
const ID_STEP = 1n << 21n
/** Ranges with a smaller gap are read as one: the ids of about two cells of resolution 5. */
const FIRST_GAP = 1024n * ID_STEP
/** Each range is a separate query. */
const MOST_RANGES = 32

/** A few ranges that contain the ids of all descendants of the cells at resolution 8; ascending and disjoint. */
export function idRangesAround(cells: readonly Cell[]): IdRange[] {
  const exact = cells.toSorted().map((cell) => descendantRange(cell, 8))
  let gap = FIRST_GAP
  let ranges = joined(exact, gap)
  while (ranges.length > MOST_RANGES) {
    gap *= 8n
    ranges = joined(ranges, gap)
  }
  return ranges
}

function joined(ranges: readonly IdRange[], gap: bigint): IdRange[] {
  const wide: [bigint, bigint][] = []
  for (const [first, last] of ranges) {
    const before = wide.at(-1)
    if (before && first - before[1] <= gap) before[1] = last
    else wide.push([first, last])
  }
  return wide
}
