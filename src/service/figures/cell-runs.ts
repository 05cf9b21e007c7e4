import { type Cell, cellResolution } from '../../domain/cell.ts'

/** Ids left out between two cells of one run, at most: a tile of 343 is one run, its gaps being of 2 and 10 ids. */
const LARGEST_GAP = 16

/** Cells of one resolution that lie close together, ascending. */
export interface CellRun {
  readonly cells: readonly [Cell, ...Cell[]]
  /** How far each cell's id is above the first one's. */
  readonly offsets: readonly number[]
}

/** Cuts a list of cells of one resolution into runs, each of which is worth reading as one range of ids. */
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

/** The id but for its first 8 bits, which say that it is a cell and of which resolution: a number holds the others. */
function positionOf(cell: Cell): number {
  return Number.parseInt(cell.slice(2), 16)
}
