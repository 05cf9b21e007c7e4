import { expect, test } from 'vitest'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { joinSlices, nearestFirst } from './nearest-first.ts'

const [one, other] = parentsAround(8, 7).map((parent) => ({ parent, first: 0, cells: tileCells(parent) }))

test('groups of neighbouring cells come nearest first, and joined they are what they were', () => {
  if (one === undefined || other === undefined) throw new Error('expected two tiles')
  const area = { parent: one.parent, first: 100, cells: one.cells.slice(100, 110) }
  const groups = nearestFirst([other, one], [area])
  expect(groups.every(({ cells }) => cells.length === 7)).toBe(true)
  const middle = cellCenter(area.cells[5] ?? area.parent)
  const km = groups.map(({ cells }) => distanceKm(middle, cellCenter(cells[0] ?? area.parent)))
  // A group is up to three cells wide, and a cell about a kilometre.
  for (const [index, each] of km.entries()) expect(each).toBeGreaterThan((km[index - 1] ?? 0) - 3)
  const inOrder = [one, other].sort((a, b) => (a.parent < b.parent ? -1 : 1))
  expect(joinSlices(groups)).toEqual(inOrder)
})
