import { type Cell, cellParent, cellResolution, RESOLUTIONS } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import type { LookupLedger, TileLedger } from '../ledger/ledger.ts'
import { unpackTile } from '../tiles/stored-tile.ts'

/** Look-ups are about cells of these resolutions: the parents of tiles. */
const COARSEST_PARENT = 1

/** Keeps that there are listings under a parent as look-ups of everything above it, for coarser tiles. */
export async function noteListingsAbove(ledger: LookupLedger, as_of: AsOf, parent: Cell): Promise<void> {
  for (let resolution = cellResolution(parent) - 1; resolution >= COARSEST_PARENT; resolution--) {
    const above = cellParent(parent, resolution)
    if ((await ledger.lookup(as_of, above)) !== 'listings') await ledger.keepLookup(as_of, above, 'listings')
  }
}

/** True when a coarser tile is held that has a figure for a cell within the parent. */
export async function hasCoarserFigures(
  ledger: Pick<TileLedger, 'tile'>,
  name: EditionName,
  parent: Cell,
): Promise<boolean> {
  const within = cellResolution(parent)
  for (const resolution of RESOLUTIONS) {
    // Cells coarser than the parent have listings somewhere, not necessarily here.
    if (resolution < within || resolution >= name.resolution) continue
    const around = cellParent(parent, resolution - TILE_DEPTH)
    const tile = await ledger.tile({ ...name, resolution }, around)
    if (tile === null) continue
    const { figures } = unpackTile(tile)
    const isHere = (cell: Cell, index: number) => Boolean(figures[index]) && cellParent(cell, within) === parent
    if (tileCells(around).some(isHere)) return true
  }
  return false
}
