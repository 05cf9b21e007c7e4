import type { Cell } from '../../domain/cell.ts'
import { assembleTile, type BoughtSlice } from './cut-answer.ts'
import { packTile, type StoredTile } from './stored-tile.ts'

/** Returns a call's slices by the tile that they are parts of. */
export function slicesByTile(slices: readonly BoughtSlice[]): Map<Cell, BoughtSlice[]> {
  const byTile = new Map<Cell, BoughtSlice[]>()
  for (const slice of slices) {
    const own = byTile.get(slice.parent)
    if (own) own.push(slice)
    else byTile.set(slice.parent, [slice])
  }
  return byTile
}

/** Returns the tile that a call's slices make whole, with those held before; null while a cell is missing. */
export function packWhole(
  parent: Cell,
  held: readonly BoughtSlice[],
  bought: readonly BoughtSlice[],
  at: Date,
): StoredTile | null {
  const packed = held.length === 0 ? bought[0]?.tile : undefined
  if (packed !== undefined) return packed
  const whole = assembleTile(parent, [...held, ...bought])
  return whole && packTile(whole, at)
}
