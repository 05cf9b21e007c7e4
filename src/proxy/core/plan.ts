import type { Cell } from '../../domain/cell.ts'

/** Cells of one tile that stand together in `tileCells` order, the first of them at index `first`. */
export interface Slice {
  readonly parent: Cell
  readonly first: number
  readonly cells: readonly Cell[]
}

/** One metered call by a list of cells. */
export interface Call {
  readonly slices: readonly Slice[]
}

/** The cells that a call asks for, in the order of its slices. */
export function callCells(call: Call): Cell[] {
  return call.slices.flatMap(({ cells }) => cells)
}

/** How many cells a number of slices hold. */
export function countCells(slices: readonly Slice[]): number {
  return slices.reduce((sum, { cells }) => sum + cells.length, 0)
}

/**
 * The fewest calls of at most `capacity` cells (at least 1) that cover every wanted cell once, in the order wanted.
 * Tiles stay whole where that costs no further call, so that each is held as soon as its call is answered.
 */
export function planPurchases(wanted: readonly Slice[], capacity: number): Call[] {
  const whole = pack(wanted, capacity, false)
  return whole.length <= Math.ceil(countCells(wanted) / capacity) ? whole : pack(wanted, capacity, true)
}

function pack(wanted: readonly Slice[], capacity: number, mayCut: boolean): Call[] {
  const calls: Slice[][] = []
  let room = 0
  for (const slice of wanted) {
    const fits = slice.cells.length <= room || (mayCut && room > 0)
    for (let rest: Slice | null = slice; rest !== null; ) {
      if (rest !== slice || !fits) {
        calls.push([])
        room = capacity
      }
      const [piece, after]: [Slice, Slice | null] = cutSlice(rest, room)
      calls.at(-1)?.push(piece)
      room -= piece.cells.length
      rest = after
    }
  }
  return calls.map((slices) => ({ slices }))
}

function cutSlice(slice: Slice, count: number): [Slice, Slice | null] {
  if (slice.cells.length <= count) return [slice, null]
  const { parent, first, cells } = slice
  return [
    { parent, first, cells: cells.slice(0, count) },
    { parent, first: first + count, cells: cells.slice(count) },
  ]
}
