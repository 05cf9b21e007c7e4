import { type Cell, cellParent, cellResolution } from '../../domain/cell.ts'
import { TILE_DEPTH } from '../../domain/tile.ts'
import type { CellView } from '../view/view-cells.ts'

/** The fewest priced cells that make a tile worth asking about. */
const PRICED_CELLS_MIN = 8

/** Returns the tile with the most priced cells in view, which gives the best rate; null when all have hardly any. */
export function bestFilledTile(cells: readonly CellView[]): Cell | null {
  const counts = new Map<Cell, number>()
  for (const { cell, figure } of cells) {
    if (!figure?.median_price) continue
    const parent = cellParent(cell, cellResolution(cell) - TILE_DEPTH)
    counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best === undefined || best[1] < PRICED_CELLS_MIN ? null : best[0]
}
