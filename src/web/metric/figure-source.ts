import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import type { Ground } from '../../domain/ground.ts'
import { tileParent } from '../../domain/tile.ts'
import { cellStateIn } from '../tiles/cell-state.ts'
import { figureIn, type TileState } from '../tiles/tile-state.ts'
import { type Join, pairStates } from './pair-tiles.ts'

/** What views, drawings and cards read figures from: the page's tiles, or pairs of them. */
export interface FigureSource {
  edition(name: EditionName): Edition | null
  stateOf(name: EditionName, parent: Cell): TileState
  cellOf(name: EditionName, cell: Cell): { state: CellState; figure: Figure | null }
  groundOf(parent: Cell, cell: Cell): Ground
  /** Equal versions mean that nothing else is known about what cells lie on. */
  groundVersion(): number
  isGroundAsked(parent: Cell): boolean
  /** Why the ground of a tile's cells could not be loaded; null when it could, or is not needed. */
  groundFault(name: EditionName, parent: Cell): string | null
}

/** The other edition of a pair, and how the two are joined. */
export interface OtherSide {
  readonly name: EditionName
  readonly join: Join
}

/** Returns the source in which each tile is joined with the same tile of another edition. */
export function pairedSource(source: FigureSource, otherOf: (name: EditionName) => OtherSide | null): FigureSource {
  const stateOf = (name: EditionName, parent: Cell) => {
    const other = otherOf(name)
    const own = source.stateOf(name, parent)
    return other === null ? own : pairStates(own, source.stateOf(other.name, parent), other.join)
  }
  return {
    edition: (name) => source.edition(name),
    groundOf: (parent, cell) => source.groundOf(parent, cell),
    groundVersion: () => source.groundVersion(),
    isGroundAsked: (parent) => source.isGroundAsked(parent),
    groundFault: (name, parent) => source.groundFault(name, parent),
    stateOf,
    cellOf: (name, cell) => {
      const parent = tileParent(cell)
      const state = stateOf(name, parent)
      const figure = figureIn(state, cell)
      return { state: cellStateIn(state, figure, source.groundOf(parent, cell)), figure: figure ?? null }
    },
  }
}
