import type { Cell } from '../../domain/cell.ts'

/** Adjacent cells of one tile in `tileCells` order; `first` is the first one's index in the tile. */
export interface Slice {
  readonly parent: Cell
  readonly first: number
  readonly cells: readonly Cell[]
}

/** Counts the cells of all slices. */
export function countCells(slices: readonly Slice[]): number {
  return slices.reduce((sum, { cells }) => sum + cells.length, 0)
}

/** Splits a slice after its first `count` cells; the second part is null when nothing is left. */
export function cutSlice(slice: Slice, count: number): [Slice, Slice | null] {
  if (slice.cells.length <= count) return [slice, null]
  const { parent, first, cells } = slice
  return [
    { parent, first, cells: cells.slice(0, count) },
    { parent, first: first + count, cells: cells.slice(count) },
  ]
}

/** Splits a slice into the longest runs of cells with the same key; `keyOf` gets a cell's index within the slice. */
export function runsOf<Key>({ parent, first, cells }: Slice, keyOf: (index: number) => Key): [Key, Slice][] {
  const runs: [Key, Slice][] = []
  for (let from = 0; from < cells.length; ) {
    const key = keyOf(from)
    let to = from + 1
    while (to < cells.length && keyOf(to) === key) to++
    runs.push([key, { parent, first: first + from, cells: cells.slice(from, to) }])
    from = to
  }
  return runs
}
