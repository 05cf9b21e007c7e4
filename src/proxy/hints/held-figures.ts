import { type Cell, cellParent, cellResolution, RESOLUTIONS } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import type { LookupLedger, TileLedger } from '../ledger/ledger.ts'
import { unpackTile } from '../tiles/stored-tile.ts'

/** Look-ups are about cells of these resolutions: the parents of tiles. */
const PARENT_RESOLUTIONS = RESOLUTIONS.map((resolution) => resolution - TILE_DEPTH)

/** Keeps that there are listings under parents as look-ups of everything above them, for coarser tiles. */
export async function noteListingsAbove(ledger: LookupLedger, as_of: AsOf, parents: readonly Cell[]): Promise<void> {
  for (const above of new Set(parents.flatMap(allAbove))) {
    if ((await ledger.lookup(as_of, above)) !== 'listings') await ledger.keepLookup(as_of, above, 'listings')
  }
}

function allAbove(parent: Cell): Cell[] {
  const coarser = PARENT_RESOLUTIONS.filter((resolution) => resolution < cellResolution(parent))
  return coarser.map((resolution) => cellParent(parent, resolution))
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
