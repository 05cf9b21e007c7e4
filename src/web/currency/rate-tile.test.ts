import { expect, test } from 'vitest'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import type { CellView } from '../view/view-cells.ts'
import { bestFilledTile } from './rate-tile.ts'

/** The cells of a tile, the first `priced` of them with a figure. */
function cellsOf(parent: ReturnType<typeof parentsAround>[number], priced: number, price: number | null): CellView[] {
  return tileCells(parent).map((cell, index) => ({
    cell,
    state: index < priced ? 'observed' : 'too_few',
    figure:
      index < priced
        ? { cell, estimated: false, median_price: price, median_price_per_sqm: null, median_area: 80, name: null }
        : null,
  }))
}

test('the tile with the most priced cells in view is chosen, and none when all have hardly any', () => {
  const [a, b, c] = parentsAround(8, 3)
  if (!a || !b || !c) throw new Error('expected three tiles')
  const cells = [...cellsOf(a, 30, 1e5), ...cellsOf(b, 90, 1e5), ...cellsOf(c, 300, null)]
  expect(bestFilledTile(cells)).toBe(b)
  expect(bestFilledTile(cells.slice(0, 343))).toBe(a)
  expect(bestFilledTile(cellsOf(a, 3, 1e5))).toBeNull()
  expect(bestFilledTile([])).toBeNull()
})
