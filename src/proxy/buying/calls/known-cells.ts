import type { Edition } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { Figure } from '../../../domain/figure.ts'
import { tileCells } from '../../../domain/tile.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import { type AreaScope, touchesScope } from '../../planning/calls/area-scope.ts'
import { layOut, missingSlices } from '../../tiles/cut-answer.ts'
import { unpackTile } from '../../tiles/stored-tile.ts'

/** What the ledger holds of an area, in whole tiles and in parts. */
export interface KnownArea {
  readonly edition: Edition | null
  /** The held cells of the area; null where the service had no row. */
  readonly figures: ReadonlyMap<Cell, Figure | null>
  /** Tiles with cells of the area that are not held. */
  readonly open: readonly Cell[]
  /** Whole tiles. */
  readonly tiles: readonly Cell[]
  /** The number of held cells in each incomplete tile, inside the area or not. */
  readonly heldOf: ReadonlyMap<Cell, number>
}

/** Reads what the ledger holds of an area under an edition, a tile a turn. Rejects once `signal` is aborted. */
export async function knownArea(
  ledger: TileLedger,
  name: EditionName,
  { cells }: AreaScope,
  signal?: AbortSignal,
): Promise<KnownArea> {
  const figures = new Map<Cell, Figure | null>()
  const tiles: Cell[] = []
  const heldOf = new Map<Cell, number>()
  const edition = await ledger.edition(name)
  if (edition === null) return { edition, figures, open: [...cells.keys()], tiles, heldOf }
  const open: Cell[] = []
  const read = async ([parent, wanted]: [Cell, ReadonlySet<Cell>]) => {
    await nextTurn(signal)
    // Parts first: a tile may become whole at any moment, and its parts are then deleted.
    const parts = await ledger.parts(name, parent)
    const tile = await ledger.tile(name, parent)
    const known = tile === null ? layOut(parent, parts) : unpackTile(tile).figures
    if (tile === null) heldOf.set(parent, known.filter((figure) => figure !== undefined).length)
    else tiles.push(parent)
    tileCells(parent).forEach((cell, index) => {
      const figure = known[index]
      if (figure !== undefined && wanted.has(cell)) figures.set(cell, figure)
    })
    if (tile === null && [...wanted].some((cell) => !figures.has(cell))) open.push(parent)
  }
  await Promise.all([...cells].map(read))
  return { edition, figures, open, tiles, heldOf }
}

/** Whether the ledger holds all cells of an area under an edition, in whole tiles or in parts. */
export async function isAreaHeld(ledger: TileLedger, name: EditionName, scope: AreaScope): Promise<boolean> {
  if ((await ledger.edition(name)) === null) return false
  const parents = [...scope.cells.keys()]
  const whole = new Set(await ledger.heldTiles(name, parents))
  for (const parent of parents.filter((each) => !whole.has(each))) {
    await nextTurn()
    if (touchesScope(missingSlices(parent, await ledger.parts(name, parent)), scope)) return false
  }
  return true
}
