/**
 * Signs that a limit learned from refusals is wrong: it keeps calls so small that hardly any service refuses larger ones.
 * If the refusals were accidents, the limit would cost a thousand calls for each view. Kept in memory only.
 */
export interface SizeDoubts {
  /** Call for an accepted call of so many cells, with the largest size that was accepted before. */
  noteAccepted(cells: number, most: number): void
  /** True once after so many small calls that a larger one should be tried, although it may be refused. */
  isProbeDue(): boolean
}

/** Hardly any service has a smaller limit. */
const SMALL = 30
/** Small calls before a larger one is tried, the first time; each further time takes twice as many. */
const FIRST_WAIT = 30

export function createSizeDoubts(): SizeDoubts {
  let wait = FIRST_WAIT
  let calls = 0
  return {
    noteAccepted: (cells, most) => {
      // A call below the limit was small by itself; the limit did not make it so.
      if (cells < SMALL && cells >= most) calls++
    },
    isProbeDue: () => {
      if (calls < wait) return false
      calls = 0
      wait *= 2
      return true
    },
  }
}
