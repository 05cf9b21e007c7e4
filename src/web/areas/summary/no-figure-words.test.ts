import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../../domain/figure.ts'
import type { Area } from '../area.ts'
import { noFigureWords } from './no-figure-words.ts'

test('figures that nothing offers are not said to be bought later', () => {
  const none = Object.fromEntries(CELL_STATES.map((state) => [state, 0])) as Record<CellState, number>
  const words = (rest: Area['rest']) =>
    noFigureWords({ cells: [{ state: 'not_bought', figure: null }], rest, isLoading: false } as unknown as Area, {
      counts: { ...none, not_bought: 1 },
      noCellsText: 'No cells.',
      records: 'listings',
    })
  expect(words({ calls: 1, bought_cells: 1, refusal: null })).toBe('No figures here have been bought yet.')
  expect(words(null)).toBe('No figures here have been bought.')
})
