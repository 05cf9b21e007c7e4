import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../domain/figure.ts'
import { GROUNDS } from '../../domain/ground.ts'
import { onGround } from './cell-state.ts'

const WITHOUT_FIGURE: readonly CellState[] = [
  'too_few',
  'no_listings',
  'not_covered',
  'not_bought',
  'finer_than_plan',
  'failed',
]
const onEach = (state: CellState) => GROUNDS.map((ground) => onGround(state, ground))

test.each(WITHOUT_FIGURE)('%s is said of ground with a market, and not of the sea or of another country', (state) => {
  expect(onEach(state)).toEqual([state, state, 'sea', 'not_covered', state])
})

test.each(CELL_STATES.filter((state) => !WITHOUT_FIGURE.includes(state)))('%s is the same on any ground', (state) => {
  expect(onEach(state)).toEqual(GROUNDS.map(() => state))
})
