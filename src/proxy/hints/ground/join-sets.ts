import type { Cell } from '../../../domain/cell.ts'

/** Cells that are added in one step, which takes a millisecond. */
const STEP = 5_000

/** Returns the cells of all sets, found in steps. */
export function* joinSets(sets: readonly ReadonlySet<Cell>[]): Generator<void, Set<Cell>> {
  const all = new Set<Cell>()
  let added = 0
  for (const cells of sets) {
    for (const cell of cells) {
      if (++added % STEP === 0) yield
      all.add(cell)
    }
  }
  return all
}
