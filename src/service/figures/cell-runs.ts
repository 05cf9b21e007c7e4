import { type Cell, cellResolution } from '../../domain/cell.ts'

/** The largest gap within a run, in ids: a tile of 343 cells, with gaps of 2 and 10 ids, is one run. */
const LARGEST_GAP = 16

/** Cells of one resolution with ids close together, ascending. */
export interface CellRun {
  readonly cells: readonly [Cell, ...Cell[]]
  /** The distance of each cell's id from the first one's. */
  readonly offsets: readonly number[]
}

/** Splits a list of cells of one resolution into runs that are each worth reading as one range of ids. */
export function cellRuns(cells: readonly Cell[]): CellRun[] {
  const runs: { cells: [Cell, ...Cell[]]; offsets: number[] }[] = []
  const [first] = cells
  const gapOfRun = first === undefined ? 0 : LARGEST_GAP * 2 ** (3 * (15 - cellResolution(first)))
  let start = 0
  let previous = Number.NaN
  for (const cell of cells) {
    const position = positionOf(cell)
    const gap = position - previous
    const run = runs.at(-1)
    if (run && gap > 0 && gap <= gapOfRun) {
      run.cells.push(cell)
      run.offsets.push(position - start)
    } else {
      start = position
      runs.push({ cells: [cell], offsets: [0] })
    }
    previous = position
  }
  return runs
}

/** The id without its first 8 bits, which mark it as a cell of its resolution; the rest fits into a number. */
function positionOf(cell: Cell): number {
  return Number.parseInt(cell.slice(2), 16)
}
