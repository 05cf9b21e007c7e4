import type { Slice } from '../tiles/slice.ts'
import { dotAt, groundOf, middleOf } from './circles/ground.ts'
import { tilePoints } from './circles/tile-points.ts'

/** Cells of one parent are adjacent in a tile. */
const SIBLINGS = 7

/** Cuts slices into groups of neighbouring cells, those nearest to the middle of other cells first. */
export function nearestFirst(slices: readonly Slice[], from: readonly Slice[]): Slice[] {
  const { xyz, size } = groundOf(from)
  const middle = middleOf(xyz, 0, size)
  return slices
    .flatMap(groupsOf)
    .map((group) => ({ group, closeness: dotAt(tilePoints(group.parent), group.first, middle) }))
    .sort((a, b) => b.closeness - a.closeness)
    .map(({ group }) => group)
}

function groupsOf({ parent, first, cells }: Slice): Slice[] {
  const groups: Slice[] = []
  for (let from = 0; from < cells.length; ) {
    const to = Math.min(cells.length, from + SIBLINGS - ((first + from) % SIBLINGS))
    groups.push({ parent, first: first + from, cells: cells.slice(from, to) })
    from = to
  }
  return groups
}

/** Joins slices that follow one another in their tile. */
export function joinSlices(slices: readonly Slice[]): Slice[] {
  const joined: Slice[] = []
  const inOrder = [...slices].sort((a, b) => (a.parent < b.parent ? -1 : a.parent > b.parent ? 1 : a.first - b.first))
  for (const slice of inOrder) {
    const last = joined.at(-1)
    if (last?.parent === slice.parent && last.first + last.cells.length === slice.first) {
      joined[joined.length - 1] = { ...last, cells: [...last.cells, ...slice.cells] }
    } else joined.push(slice)
  }
  return joined
}
