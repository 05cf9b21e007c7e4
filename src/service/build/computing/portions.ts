import { cellFromBigInt, descendantRange } from '../../../domain/cell.ts'

/** Cells of one resolution whose figures are computed together, by their ids, both included. */
export interface Portion {
  readonly first: bigint
  readonly last: bigint
}

/**
 * How many listings' figures are computed together. A median keeps all of its values in memory, and each listing counts in
 * up to four lenses; this number keeps a build's memory from growing with the market.
 */
export const LISTINGS_AT_ONCE = 250_000

/** Ids of cells are below it, and DuckDB has no larger integer. */
const LAST_ID = 2n ** 63n - 1n
/** The resolution of the cells that listings have. */
export const FINEST = 8

/** The portions that begin with these cells, ascending; the first one also has what is before, so that all cells are in one. */
export function portionsFrom(starts: readonly bigint[]): Portion[] {
  const firsts = [0n, ...starts.slice(1)]
  return firsts.map((first, i) => ({ first, last: (firsts[i + 1] ?? LAST_ID + 1n) - 1n }))
}

/** The portions of listings in these portions of cells, by the ids of the listings' cells. */
export function listingPortionsFrom(starts: readonly bigint[]): Portion[] {
  return portionsFrom(starts.map((start) => descendantRange(cellFromBigInt(start), FINEST)[0]))
}
