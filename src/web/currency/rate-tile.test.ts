import { expect, test } from 'vitest'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import type { CellView } from '../view/view-cells.ts'
import { bestFilledTile } from './rate-tile.ts'

/** The first cells of a tile, as many of them with a price. */
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

test('the tile with most priced cells in view is asked about, and none where all have hardly any', () => {
  const [a, b, c] = parentsAround(8, 3)
  if (!a || !b || !c) throw new Error('three tiles are wanted')
  const cells = [...cellsOf(a, 30, 1e5), ...cellsOf(b, 90, 1e5), ...cellsOf(c, 300, null)]
  expect(bestFilledTile(cells)).toBe(b)
  expect(bestFilledTile(cells.slice(0, 343))).toBe(a)
  expect(bestFilledTile(cellsOf(a, 3, 1e5))).toBeNull()
  expect(bestFilledTile([])).toBeNull()
})
