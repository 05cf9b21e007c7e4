import { cellToChildren, cellToChildrenSize } from 'h3-js'
import { type Cell, cellParent, cellResolution, trustCell } from '../../domain/cell.ts'

/** An upper bound of the cells at a resolution; exact unless parents of several stored resolutions coincide. */
export function countTerritory(stored: readonly Cell[], resolution: number): number {
  const parents = new Set<Cell>()
  let count = 0
  for (const cell of stored) {
    const own = cellResolution(cell)
    if (own < resolution) count += cellToChildrenSize(cell, resolution)
    else parents.add(own === resolution ? cell : cellParent(cell, resolution))
  }
  return count + parents.size
}

/**
 * The cells of a territory at a resolution: children of coarser stored cells, parents of finer ones. Ascending and
 * without repeats if the stored cells are ascending and of one resolution. `after` skips all cells up to that one.
 */
export function* territoryCells(stored: Iterable<Cell>, resolution: number, after: Cell | null = null) {
  let last = after ?? ''
  for (const cell of stored) {
    const own = cellResolution(cell)
    if (own >= resolution) {
      const parent = own === resolution ? cell : cellParent(cell, resolution)
      if (parent > last) yield parent
      if (parent > last) last = parent
    } else if (after === null || cell >= cellParent(after, own)) {
      for (const child of cellToChildren(cell, resolution)) if (child > last) yield trustCell(child)
    }
  }
}

/** All cells of a territory with stored cells of any resolutions, ascending, without repeats. */
export function allTerritoryCells(stored: readonly Cell[], resolution: number): Cell[] {
  const cells = new Set<Cell>()
  for (const own of new Set(stored.map(cellResolution))) {
    const group = stored.filter((cell) => cellResolution(cell) === own)
    for (const cell of territoryCells(group, resolution)) cells.add(cell)
  }
  return [...cells].sort()
}

/** The finest stored resolution if it is finer than the requested one; null when nothing is rolled up. */
export function rolledUpFrom(stored: readonly Cell[], resolution: number): number | null {
  const finest = stored.reduce((most, cell) => Math.max(most, cellResolution(cell)), 0)
  return finest > resolution ? finest : null
}

/** The note on a roll-up in responses. */
export function rollupNote(from: number, resolution: number): string {
  return `The place is stored at resolution ${from}; these are the parents of its cells at resolution ${resolution}, which extend beyond its boundary.`
}
