import { ABSENT, type CellState, ESTIMATED, type FigureColumns, OBSERVED, UNHELD } from '../../domain/figure.ts'
import { emptyAsHinted, heldOf, isAnswered, isSettled, type TileState } from '../tiles/tile-state.ts'
import { rentalYield } from './rental.ts'

/** How the figures of two editions make one: a yield, with the own or the other as the sale, or the change since the other. */
export type Join = 'own_is_sale' | 'other_is_sale' | 'other_is_earlier'

/** What a join computes. */
export function joinedMetric(join: Join): 'rental_yield' | 'change' {
  return join === 'other_is_earlier' ? 'change' : 'rental_yield'
}

/** Joins two prices per m² of a cell; null where one of them says nothing. */
export function joinedValue(join: Join, own: number | null, other: number | null): number | null {
  switch (join) {
    case 'own_is_sale':
      return rentalYield(other, own)
    case 'other_is_sale':
      return rentalYield(own, other)
    case 'other_is_earlier':
      return percentChange(own, other)
  }
}

/** Returns how much more a figure is than an earlier one, in per cent. */
function percentChange(now: number | null, earlier: number | null): number | null {
  if (now === null || earlier === null || !(now > 0) || !(earlier > 0)) return null
  return 100 * (now / earlier - 1)
}

/**
 * Joins what is known about a tile in one edition and in another. There are figures only where both have some; otherwise
 * the tile is in the state of the side without, with a part where both have one.
 */
export function pairStates(own: TileState, other: TileState, join: Join): TileState {
  const [ours, theirs] = [heldOf(own), heldOf(other)]
  const pair = ours && theirs && pairTiles(ours, theirs, join)
  const sides = [own, other].filter((side) => side.kind !== 'held')
  if (pair && sides.length === 0) return { kind: 'held', tile: pair }
  // A side known to be empty decides alone; then nothing is known until both have settled.
  const side =
    sides.find((each) => emptyAsHinted(each) !== null) ??
    sides.find((each) => !isAnswered(each)) ??
    sides.find((each) => !isSettled(each)) ??
    sides[0]
  if (side === undefined) return { kind: 'unknown' }
  return pair === null && side.part === undefined ? side : { ...side, part: pair }
}

const paired = new WeakMap<FigureColumns, WeakMap<FigureColumns, FigureColumns>>()

/** Joins two held tiles: the figures of `own` with the joined one, estimated if either side is. Computed once. */
function pairTiles(own: FigureColumns, other: FigureColumns, join: Join): FigureColumns {
  const known = paired.get(own)?.get(other)
  if (known) return known
  const states = new Uint8Array(own.states.length)
  const values = new Float64Array(own.states.length).fill(Number.NaN)
  for (let index = 0; index < states.length; index++) {
    const sides = [own.states[index], other.states[index]]
    if (sides.includes(UNHELD)) {
      states[index] = UNHELD
      continue
    }
    if (sides.includes(ABSENT)) continue
    const [ours, theirs] = [finite(own.median_price_per_sqm[index]), finite(other.median_price_per_sqm[index])]
    const value = joinedValue(join, ours, theirs)
    if (value === null) continue
    values[index] = value
    states[index] = sides.includes(ESTIMATED) ? ESTIMATED : OBSERVED
  }
  const pair = { ...own, states, [joinedMetric(join)]: values }
  const byOther = paired.get(own) ?? new WeakMap<FigureColumns, FigureColumns>()
  byOther.set(other, pair)
  paired.set(own, byOther)
  return pair
}

function finite(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

const NOTHING_THERE: readonly CellState[] = ['sea', 'not_covered', 'no_listings', 'too_few']

/** Joins the states of one cell in two editions, in the same way. */
export function pairCellStates(own: CellState, other: CellState): CellState {
  const sides = [own, other]
  const empty = sides.find((state) => NOTHING_THERE.includes(state))
  if (empty !== undefined) return empty
  if (sides.includes('loading')) return 'loading'
  const without = sides.find((state) => !hasFigure(state))
  return without ?? (sides.includes('estimated') ? 'estimated' : 'observed')
}

/** True in the states in which a cell has a figure. */
export function hasFigure(state: CellState): boolean {
  return state === 'observed' || state === 'estimated'
}
