import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../../domain/figure.ts'
import type { Area } from '../area.ts'
import { noFigureWords } from './no-figure-words.ts'

test('figures that nothing offers are not said to be bought later', () => {
  const none = Object.fromEntries(CELL_STATES.map((state) => [state, 0])) as Record<CellState, number>
  const words = (rest: Area['rest'], resolution: Area['resolution'] = 8) =>
    noFigureWords(
      { cells: [{ state: 'not_bought', figure: null }], rest, resolution, isLoading: false } as unknown as Area,
      {
        counts: { ...none, not_bought: 1 },
        noCellsText: 'No cells.',
        records: 'listings',
      },
    )
  const offer = { calls: 1, bought_cells: 1, refusal: null }
  expect(words(offer)).toBe('No figures at resolution 8 have been bought here yet.')
  expect(words(offer, null)).toBe('No figures here have been bought yet.')
  expect(words(null)).toBe('No figures here have been bought.')
})
