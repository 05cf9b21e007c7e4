import fc from 'fast-check'
import { cellToChildren } from 'h3-js'
import { expect, test } from 'vitest'
import { type Cell, cellResolution, cellToBigInt, trustCell } from '../../domain/cell.ts'
import { anyCell } from '../../testing/arbitraries.ts'
import { idRangesAround } from './id-ranges.ts'

const anyCells = fc
  .integer({ min: 4, max: 8 })
  .chain((resolution) => fc.array(anyCell(resolution), { minLength: 1, maxLength: 80 }))

const idsUnder = (cell: Cell) => {
  const children = cellResolution(cell) === 8 ? [cell] : cellToChildren(cell, 8).map(trustCell)
  return [children[0], children.at(-1)].map((child) => cellToBigInt(child ?? cell))
}

test('a few ranges, ascending and disjoint, contain every descendant of any cells', () => {
  fc.assert(
    fc.property(anyCells, (cells) => {
      const ranges = idRangesAround(cells)
      expect(ranges.length).toBeLessThanOrEqual(32)
      const ends = ranges.flat()
      expect(
        ends.every((end, i) => i === 0 || end > (ends[i - 1] ?? end) || (i % 2 === 1 && end === ends[i - 1])),
      ).toBe(true)
      for (const id of cells.flatMap(idsUnder)) {
        expect(ranges.some(([first, last]) => first <= id && id <= last)).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})

test('distant cells have separate ranges', () => {
  const [here, there] = ['88394461b7fffff', '8830e1d887fffff'].map(trustCell)
  expect(idRangesAround([here, there].filter((cell) => cell !== undefined))).toHaveLength(2)
})
