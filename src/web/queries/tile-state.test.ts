import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../domain/figure.ts'
import { GROUNDS } from '../../domain/ground.ts'
import { onGround } from './tile-state.ts'

const NOTHING_HERE: readonly CellState[] = ['too_few', 'no_listings', 'not_covered']

test.each(NOTHING_HERE)('%s is said of ground with a market, and not of the sea or of another country', (state) => {
  const states = GROUNDS.map((ground) => onGround(state, ground))
  expect(states).toEqual([state, state, 'sea', 'not_covered', state])
})

test.each(CELL_STATES.filter((state) => !NOTHING_HERE.includes(state)))('%s is the same on any ground', (state) => {
  expect(GROUNDS.map((ground) => onGround(state, ground))).toEqual(GROUNDS.map(() => state))
})
