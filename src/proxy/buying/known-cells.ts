import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { Figure } from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import type { AreaScope } from '../planning/area-scope.ts'
import { layOut } from '../tiles/cut-answer.ts'
import { unpackTile } from '../tiles/stored-tile.ts'

/** What the ledger holds of an area, in whole tiles and in parts. */
export interface KnownArea {
  readonly edition: Edition | null
  /** The held cells of the area; null where the service had no row. */
  readonly figures: ReadonlyMap<Cell, Figure | null>
  /** Whole tiles. */
  readonly tiles: readonly Cell[]
  /** The number of held cells in each incomplete tile, inside the area or not. */
  readonly heldOf: ReadonlyMap<Cell, number>
}

/** Reads what the ledger holds of an area under an edition. */
export async function knownArea(ledger: TileLedger, name: EditionName, { cells }: AreaScope): Promise<KnownArea> {
  const figures = new Map<Cell, Figure | null>()
  const tiles: Cell[] = []
  const heldOf = new Map<Cell, number>()
  const edition = await ledger.edition(name)
  if (edition === null) return { edition, figures, tiles, heldOf }
  const read = async ([parent, wanted]: [Cell, ReadonlySet<Cell>]) => {
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
  }
  await Promise.all([...cells].map(read))
  return { edition, figures, tiles, heldOf }
}
