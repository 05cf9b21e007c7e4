/** Cells of one resolution whose figures are computed together, by their ids, both included. */
export interface Portion {
  readonly first: bigint
  readonly last: bigint
}

/**
 * The listings whose figures are computed together: a median holds all of its values, and each listing counts in up to
 * four lenses. So the memory of a build does not grow with the market. Fewer take longer, because each portion reads all
 * listings of the period.
 */
export const LISTINGS_AT_ONCE = 1_000_000

/** Ids of cells are below it, and DuckDB has no larger integer. */
const LAST_ID = 2n ** 63n - 1n

/** The portions that begin with these cells, ascending; all cells when there are none. */
export function portionsFrom(starts: readonly bigint[]): Portion[] {
  if (starts.length === 0) return [{ first: 0n, last: LAST_ID }]
  return starts.map((first, i) => ({ first, last: (starts[i + 1] ?? LAST_ID + 1n) - 1n }))
}
