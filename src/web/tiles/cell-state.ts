import { ABSENT, type CellState, type Figure } from '../../domain/figure.ts'
import type { Ground } from '../../domain/ground.ts'
import { isPartUnknown, NOT_BOUGHT, type TileState } from './tile-state.ts'

/** Returns the state of a cell in a tile; `figure` is the cell's. */
export function cellStateIn(state: TileState, figure: Figure | null | undefined, ground: Ground): CellState {
  return onGround(stateAnywhere(state, figure), ground)
}

/** Returns the state of a cell, given what it lies on: some states apply only to ground with a market. */
export function onGround(state: CellState, ground: Ground): CellState {
  const isWithout = dependsOnGround(state)
  switch (ground) {
    case 'sea':
      return isWithout ? 'sea' : state
    case 'elsewhere':
      return isWithout ? 'not_covered' : state
    case 'market':
    case 'shore':
    case 'unknown':
      return state
  }
}

/** True when what a cell lies on may change its state. */
export function dependsOnGround(state: CellState): boolean {
  return NOTHING_THERE.has(state) || NOT_HELD.has(state)
}

/** The states that say that there is nothing. */
const NOTHING_THERE: ReadonlySet<CellState> = new Set(['too_few', 'no_listings', 'not_covered'])
/**
 * The states that say that figures are not held: over water and other countries, which have none, they would promise
 * some.
 */
const NOT_HELD: ReadonlySet<CellState> = new Set(['not_bought', 'finer_than_plan', 'failed'])

/** True when what a tile's cells lie on may change their states. */
export function needsGround(state: TileState): boolean {
  if (state.kind === 'held') return state.tile.states.includes(ABSENT)
  return dependsOnGround(unheldState(state))
}

function stateAnywhere(state: TileState, figure: Figure | null | undefined): CellState {
  if (figure === null) return 'too_few'
  if (figure !== undefined) return figure.estimated ? 'estimated' : 'observed'
  return isPartUnknown(state) ? 'loading' : unheldState(state)
}

/** Returns the state of the cells of a tile that are not held. */
function unheldState(state: TileState): CellState {
  switch (state.kind) {
    case 'held':
      return 'too_few'
    case 'unknown':
    case 'fetching':
    case 'not_held':
    case 'buying':
      return 'loading'
    case 'declined':
      return 'not_bought'
    case 'no_listings':
      return 'no_listings'
    case 'refused':
      return refusedCellState(state.refusal.code)
    case 'failed':
      return 'failed'
  }
}

function refusedCellState(code: string): CellState {
  if (code === 'resolution_not_in_plan') return 'finer_than_plan'
  if (code === 'not_covered') return 'not_covered'
  return NOT_BOUGHT.has(code) ? 'not_bought' : 'failed'
}
