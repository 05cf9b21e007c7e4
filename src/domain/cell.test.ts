import fc from 'fast-check'
import { cellToChildren, getRes0Cells, getResolution, latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import {
  cellFromBigInt,
  cellParent,
  cellResolution,
  cellToBigInt,
  cellToDecimal,
  descendantRange,
  parseCell,
  trustCell,
} from './cell.ts'

const anyCell = fc
  .tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.integer({ min: 0, max: 10 }),
  )
  .map(([lat, lng, resolution]) => trustCell(latLngToCell(lat, lng, resolution)))

test('both spellings parse to the same cell, and its resolution is the one h3 reads', () => {
  fc.assert(
    fc.property(anyCell, (cell) => {
      expect(parseCell(cell.toUpperCase())).toBe(cell)
      expect(parseCell(cellToDecimal(cell))).toBe(cell)
      for (const prefix of ['0x', '0x0', '0']) expect(parseCell(prefix + cell)).toBe(cell)
      expect(cellFromBigInt(cellToBigInt(cell))).toBe(cell)
      expect(cellResolution(cell)).toBe(getResolution(cell))
    }),
  )
})

test('text that is not a cell parses to null', () => {
  for (const raw of [
    '',
    '8',
    'zzzzzzzzzzzzzzz',
    '88394461b7fffff0',
    '123456789012345',
    '0x88394461b7fffff0',
    '00088394461b7fffff',
    '613177446444400640.5',
  ]) {
    expect(parseCell(raw), raw).toBeNull()
  }
})

test('the range of descendants starts and ends with a descendant, pentagons included', () => {
  const roots = getRes0Cells().map(trustCell)
  for (const root of [...roots, ...roots.map((cell) => trustCell(cellToChildren(cell, 2)[5] ?? cell))]) {
    for (const depth of [1, 3]) {
      const resolution = cellToChildren(root, 2).length === 1 ? 2 + depth : depth + (root.startsWith('82') ? 2 : 0)
      const ids = cellToChildren(root, resolution).map((child) => cellToBigInt(trustCell(child)))
      const [first, last] = descendantRange(root, resolution)
      expect(ids[0]).toBe(first)
      expect(ids.at(-1)).toBe(last)
    }
  }
})

test('a cell lies in the range of its own ancestor and in no other', () => {
  fc.assert(
    fc.property(anyCell, anyCell, (a, b) => {
      const parent = cellParent(a, 0)
      const [first, last] = descendantRange(parent, b.startsWith('80') ? 0 : Number.parseInt(b[1] ?? '0', 16))
      const inside = cellToBigInt(b) >= first && cellToBigInt(b) <= last
      expect(inside).toBe(cellParent(b, 0) === parent)
    }),
  )
})
