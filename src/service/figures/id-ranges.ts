import { type Cell, descendantRange } from '../../domain/cell.ts'

/** First and last id, both inside. */
export type IdRange = readonly [first: bigint, last: bigint]

/** The difference between two neighbouring ids of resolution 8. */
const ID_STEP = 1n << 21n
/** Ids between two ranges that are rather read along: as many as two cells of resolution 5 take. */
const FIRST_GAP = 1024n * ID_STEP
/** Each range is read by a query of its own. */
const MOST_RANGES = 32

/** A few ranges of ids that together hold every descendant of resolution 8 of the cells; ascending, apart. */
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
