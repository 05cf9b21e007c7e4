import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { tileParent } from '../../domain/tile.ts'
import type { AreaFacts } from '../metered/areas.ts'
import { dependsOnGround, onGround } from '../tiles/cell-state.ts'
import type { KnownTiles } from '../tiles/known-tiles.ts'
import { isCalledEmpty } from '../tiles/tile-state.ts'
import type { CellView } from '../view/view-cells.ts'

/** Returns an area's cells from the map's tiles, or from the proxy where a tile is not held. */
export function areaCells(
  store: KnownTiles,
  name: EditionName,
  known: readonly Cell[] | null,
  facts: AreaFacts | null,
): readonly CellView[] {
  return (known ?? [...(facts?.cells.keys() ?? [])]).map((cell) => {
    const { state, figure } = cellOf(store, name, cell, facts)
    // Until it is known what the cell lies on, it may turn out to be sea.
    const isOpen = dependsOnGround(state) && store.isGroundAsked(tileParent(cell))
    return { cell, figure, state: isOpen ? 'loading' : state }
  })
}

function cellOf(
  store: KnownTiles,
  name: EditionName,
  cell: Cell,
  facts: AreaFacts | null,
): { state: CellState; figure: Figure | null } {
  // An area may have been bought where a hint calls the tile empty.
  const parent = tileParent(cell)
  const told = facts?.cells.get(cell) ?? null
  const onMap = store.cellOf(name, cell)
  // The proxy's figures are exact, the map's are rounded down: a median between the two could differ.
  const isTold = told !== null && (told.figure !== null || store.stateOf(name, parent).kind !== 'held')
  // The proxy says only that it has not bought the cell; the map may know that it has tried to.
  if (!isTold || (told.state === 'not_bought' && onMap.state === 'failed')) return onMap
  return { figure: told.figure, state: onGround(told.state, store.groundOf(parent, cell)) }
}

/** True when a cell was not bought because free hints call it empty. */
export function isLeftOut(store: KnownTiles, name: EditionName, cell: Cell, facts: AreaFacts | null): boolean {
  const state = store.stateOf(name, tileParent(cell))
  if (state.kind === 'held') return false
  const fromProxy = facts?.cells.get(cell)?.state
  return fromProxy ? fromProxy === 'no_listings' || fromProxy === 'not_covered' : isCalledEmpty(state)
}
