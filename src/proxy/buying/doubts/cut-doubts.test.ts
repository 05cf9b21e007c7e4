import { expect, it } from 'vitest'
import type { StatedCut } from '../../../contract/service/values/stated-cut.ts'
import { tileCells } from '../../../domain/tile.ts'
import { parentsAround } from '../../../testing/cells.ts'
import type { CutAnswer } from '../../tiles/cut-answer.ts'
import { createCutDoubts } from './cut-doubts.ts'

const [TILE] = parentsAround(8, 1)

/**
 * Returns how many cells each answer about a tile settles, in one session; null for an answer that cannot be believed.
 * `hours` pass before it.
 */
function toldOf(answers: readonly (readonly [rows: number, says: StatedCut, hours?: number])[]): (number | null)[] {
  let now = 0
  const { surelyTold } = createCutDoubts(() => now)
  const cells = tileCells(TILE ?? expect.fail())
  return answers.map(([rows, says, hours = 0]) => {
    now += hours * 3_600_000
    const figures = cells.map((cell, index) =>
      index < rows
        ? { cell, estimated: false, median_price: 1, median_price_per_sqm: 1, median_area: 1, name: null }
        : null,
    )
    const slices = [{ parent: TILE ?? expect.fail(), first: 0, figures }]
    const cut = { kind: 'ok', slices, sent: { rows, says } } as unknown as Extract<CutAnswer, { kind: 'ok' }>
    const told = surelyTold(cut)
    return told === null ? null : told.reduce((sum, slice) => sum + slice.figures.length, 0)
  })
}

it.each<[string, Parameters<typeof toldOf>[0], (number | null)[]]>([
  [
    'a service that starts paging in mid-session',
    [
      [290, null],
      [100, 'more'],
      [40, 'more'],
    ],
    [343, 100, 40],
  ],
  ['no row and a total of more', [[0, 'more']], [null]],
  [
    'the same after larger answers',
    [
      [290, null],
      [0, 'more'],
    ],
    [343, null],
  ],
  [
    'a total that counts something else in every answer',
    [
      [300, 'more'],
      [40, 'more'],
      [0, 'more'],
    ],
    [300, 343, 343],
  ],
  [
    'a usual page size',
    [
      [100, null],
      [120, null],
      [100, null],
    ],
    [100, 343, 343],
  ],
  [
    'a usual page size, hours after larger answers',
    [
      [290, null],
      [100, null, 5],
      [100, null, 1],
    ],
    [343, 343, 100],
  ],
  [
    'a total in every answer, hours after answers without one',
    [
      [290, null],
      [200, 'more', 6],
      [40, 'more'],
    ],
    [343, 200, 343],
  ],
])('%s: cells are called empty only where the answer is surely whole', (_, answers, told) => {
  expect(toldOf(answers)).toEqual(told)
})
