import { binaryCells } from './binary-cells.ts'
import type { CellGeometry } from './cell-geometry.ts'
import { FlatCellsLayer } from './flat-cells.ts'
import type { Placed, Rgba } from './placed.ts'

/** A wash over ground that the service does not cover. */
export function uncoveredCells(geometry: CellGeometry, color: Rgba, placed: Placed) {
  return new FlatCellsLayer({ ...placed, id: 'uncovered-cells', data: binaryCells(geometry), getFillColor: color })
}
