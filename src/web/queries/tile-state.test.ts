import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../domain/figure.ts'
import { GROUNDS } from '../../domain/ground.ts'
import { onGround } from './tile-state.ts'

const NOTHING_HERE: readonly CellState[] = ['too_few', 'no_listings', 'not_covered']
const NOT_HELD: readonly CellState[] = ['not_bought', 'finer_than_plan', 'failed']
const onEach = (state: CellState) => GROUNDS.map((ground) => onGround(state, ground))

test.each(NOTHING_HERE)('%s is said of ground with a market, and not of the sea or of another country', (state) => {
  expect(onEach(state)).toEqual([state, state, 'sea', 'not_covered', state])
})

test.each(NOT_HELD)('%s is said of any ground, and not of the sea', (state) => {
  expect(onEach(state)).toEqual([state, state, 'sea', state, state])
})

test.each(CELL_STATES.filter((state) => ![...NOTHING_HERE, ...NOT_HELD].includes(state)))(
  '%s is the same on any ground',
  (state) => {
    expect(onEach(state)).toEqual(GROUNDS.map(() => state))
  },
)
