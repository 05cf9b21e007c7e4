import { cellToChildren, latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { cellParent, cellToBigInt, RESOLUTIONS, trustCell } from '../../../domain/cell.ts'
import { PENTAGON } from '../../../testing/compared-figures.ts'
import { listingPortionsFrom, portionsFrom } from './portions.ts'

test('portions follow each other without a gap, the first has what is before, and the last has no end', () => {
  const [first, second, ...others] = portionsFrom([5n, 9n])
  expect(first).toEqual({ first: 0n, last: 8n })
  expect(second?.first).toBe(9n)
  expect(second?.last).toBeGreaterThan(0x8f_ff_ff_ff_ff_ff_ff_fn)
  expect(others).toEqual([])
})

test('without cells, one portion has everything', () => {
  expect(portionsFrom([])).toHaveLength(1)
  expect(portionsFrom([])[0]?.first).toBe(0n)
  expect(listingPortionsFrom([])).toEqual(portionsFrom([]))
})

test('listings are in the portion of their cell at every resolution', () => {
  const finest = [trustCell(latLngToCell(41.39, 2.16, 8)), PENTAGON].flatMap((cell) =>
    cellToChildren(cellParent(cell, 5), 8).map(trustCell),
  )
  for (const resolution of RESOLUTIONS) {
    const parents = [...new Set(finest.map((cell) => cellToBigInt(cellParent(cell, resolution))))].sort()
    const starts = parents.filter((_, i) => i % 3 === 0)
    const [cells, listings] = [portionsFrom(starts), listingPortionsFrom(starts)]
    const portionOf = (portions: typeof cells, id: bigint) =>
      portions.findIndex(({ first, last }) => first <= id && id <= last)
    for (const cell of finest) {
      const portion = portionOf(cells, cellToBigInt(cellParent(cell, resolution)))
      expect(portionOf(listings, cellToBigInt(cell))).toBe(portion)
    }
    expect(cells.length).toBe(starts.length)
  }
})
