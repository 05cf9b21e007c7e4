import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../domain/figure.ts'
import { isRankPartial } from './rank-in-view.ts'

const only = (state: CellState) => ({
  counts: Object.fromEntries(CELL_STATES.map((each) => [each, each === state ? 1 : 0])) as Record<CellState, number>,
})

test('a rank is partial where a figure may still come, and only there', () => {
  const partial = CELL_STATES.filter((state) => isRankPartial(only(state)))
  expect(partial.toSorted()).toEqual(['failed', 'finer_than_plan', 'loading', 'not_bought'])
})
