import { latLngToCell } from 'h3-js'
import { describe, expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import {
  ABSENT,
  type CellState,
  ESTIMATED,
  type FigureColumns,
  figuresOf,
  OBSERVED,
  UNHELD,
} from '../../domain/figure.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import type { TileState } from '../tiles/tile-state.ts'
import { changeSentence } from './change-words.ts'
import { pairCellStates, pairStates } from './pair-tiles.ts'
import { yieldSentence } from './yield-words.ts'

const PARENT = trustCell(latLngToCell(41.4, 2.17, 5))

/** A held tile whose first cells have these states and prices per m². */
function held(...cells: [state: number, perSqm: number][]): TileState {
  const column = () => new Float64Array(CELLS_PER_TILE).fill(Number.NaN)
  const [states, perSqm] = [new Uint8Array(CELLS_PER_TILE), column()]
  cells.forEach(([state, value], index) => {
    states[index] = state
    perSqm[index] = value
  })
  const tile: FigureColumns = {
    parent: PARENT,
    states,
    median_price_per_sqm: perSqm,
    median_price: column(),
    median_area: column(),
    names: [],
    name_index: column(),
  }
  return { kind: 'held', tile }
}

describe('two tiles joined', () => {
  test('have figures where both have some, estimated if either is', () => {
    const sale = held([OBSERVED, 4_000], [OBSERVED, 4_000], [ESTIMATED, 5_000], [OBSERVED, 3_000], [ABSENT, 0])
    const rent = held([OBSERVED, 15], [ESTIMATED, 20], [OBSERVED, 20], [ABSENT, 0], [OBSERVED, 12])
    const pair = pairStates(sale, rent, 'own_is_sale')
    if (pair.kind !== 'held') return expect.fail()
    const first = figuresOf(pair.tile).slice(0, 6)
    expect(first.map((figure) => figure && [figure.estimated, figure.rental_yield])).toEqual([
      [false, 4.5],
      [true, 6],
      [true, 4.8],
      null,
      null,
      null,
    ])
    expect(pairStates(sale, rent, 'own_is_sale')).toEqual(pair)
  })

  test('give the same yields from the rent side, beside the rents', () => {
    const pair = pairStates(held([OBSERVED, 15]), held([OBSERVED, 4_000]), 'other_is_sale')
    if (pair.kind !== 'held') return expect.fail()
    expect(figuresOf(pair.tile)[0]).toMatchObject({ median_price_per_sqm: 15, rental_yield: 4.5 })
  })

  test('are held in part where both have a cell', () => {
    const whole = held([OBSERVED, 4_000], [OBSERVED, 5_000], [ABSENT, 0])
    const tile = held([OBSERVED, 15], [UNHELD, 0], [OBSERVED, 12])
    if (tile.kind !== 'held') return expect.fail()
    const part: TileState = { kind: 'declined', why: 'unasked', part: tile.tile }
    const pair = pairStates(whole, part, 'own_is_sale')
    if (pair.kind !== 'declined' || !pair.part) return expect.fail()
    expect([...pair.part.states.slice(0, 3)]).toEqual([OBSERVED, UNHELD, ABSENT])
    expect(figuresOf(pair.part)[0]).toMatchObject({ rental_yield: 4.5 })
    expect(pairStates(whole, { kind: 'declined', why: 'unasked' }, 'own_is_sale')).not.toHaveProperty('part')
  })

  test('have no figure where a row lacks its price per m²', () => {
    const pair = pairStates(held([OBSERVED, Number.NaN]), held([OBSERVED, 15]), 'own_is_sale')
    expect(pair.kind === 'held' && pair.tile.states[0]).toBe(ABSENT)
  })

  test('are in the state of the side that is not held; a side known to be empty decides alone', () => {
    const fetching = { kind: 'fetching' } as const
    const unasked = { kind: 'declined', why: 'unasked' } as const
    const empty = { kind: 'no_listings' } as const
    expect(pairStates(held(), unasked, 'own_is_sale')).toBe(unasked)
    expect(pairStates(unasked, fetching, 'own_is_sale')).toBe(fetching)
    expect(pairStates(fetching, empty, 'own_is_sale')).toBe(empty)
  })
})

test('a change is joined from now and an earlier period, and has no value where one of them has none', () => {
  const now = held([OBSERVED, 4_400], [ESTIMATED, 3_000], [OBSERVED, 5_000], [ABSENT, 0])
  const then = held([OBSERVED, 4_000], [OBSERVED, 4_000], [ABSENT, 0], [OBSERVED, 2_000])
  const pair = pairStates(now, then, 'other_is_earlier')
  if (pair.kind !== 'held') return expect.fail()
  const figures = figuresOf(pair.tile).slice(0, 4)
  expect(figures.map((figure) => figure && [figure.estimated, Math.round(10 * (figure.change ?? 0)) / 10])).toEqual([
    [false, 10],
    [true, -25],
    null,
    null,
  ])
  expect(figures[0]?.median_price_per_sqm, 'beside the figure of now').toBe(4_400)
})

test('the words of a change name the period without a figure', () => {
  const months = { now: 'Oct 2026', earlier: 'Oct 2025' }
  const say = (now: CellState, earlier: CellState) => changeSentence({ now, earlier }, months, { edition: null })
  expect(say('observed', 'too_few')).toBe('No figure in Oct 2025: fewer listings than the floor, or none.')
  expect(say('too_few', 'observed')).toBe('No figure in Oct 2026: fewer listings than the floor, or none.')
  expect(say('too_few', 'too_few')).toBe('No figure in Oct 2026 or Oct 2025: fewer listings than the floor, or none.')
  expect(say('observed', 'not_bought')).toBe('Oct 2025: The figures here have not been bought.')
  expect(say('observed', 'observed')).toBe('From listings in this hexagon, Oct 2026 against Oct 2025.')
  expect(say('estimated', 'observed')).toBe(
    '≈ Estimated: the figure of Oct 2026 is pooled with the six neighbouring hexagons.',
  )
})

test('a change of two observed figures says how many listings are behind each', () => {
  const months = { now: 'Oct 2026', earlier: 'Oct 2025' }
  const counts = { now: 6, earlier: 9 }
  expect(changeSentence({ now: 'observed', earlier: 'observed', counts }, months, { edition: null })).toBe(
    'From 6 listings in this hexagon in Oct 2026, against 9 in Oct 2025.',
  )
  expect(changeSentence({ now: 'observed', earlier: 'estimated', counts }, months, { edition: null })).toBe(
    '≈ Estimated: the figure of Oct 2025 is pooled with the six neighbouring hexagons.',
  )
})

test('the states of a cell are joined in the same way', () => {
  expect(pairCellStates('observed', 'estimated')).toBe('estimated')
  expect(pairCellStates('observed', 'observed')).toBe('observed')
  expect(pairCellStates('observed', 'not_bought')).toBe('not_bought')
  expect(pairCellStates('loading', 'not_bought')).toBe('loading')
  expect(pairCellStates('loading', 'too_few')).toBe('too_few')
})

test('the words name the side without a figure', () => {
  const say = (sale: 'observed' | 'estimated' | 'too_few', rent: 'observed' | 'too_few' | 'not_bought') =>
    yieldSentence({ sale, rent }, null)
  expect(say('observed', 'too_few')).toBe('No rent figure: fewer listings than the floor, or none.')
  expect(say('too_few', 'observed')).toBe('No sale figure: fewer listings than the floor, or none.')
  expect(say('too_few', 'too_few')).toBe('No sale and no rent figure: fewer listings than the floor, or none.')
  expect(say('observed', 'not_bought')).toBe('Rent: The figures here have not been bought.')
  expect(say('estimated', 'observed')).toBe(
    '≈ Estimated: the sale figure is pooled with the six neighbouring hexagons.',
  )
})
