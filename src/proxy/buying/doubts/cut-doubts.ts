import type { BoughtSlice, CutAnswer } from '../../tiles/cut-answer.ts'

/**
 * Signs that a service sends only so many rows, and does not refuse the rest. Cells without a row are then not known to
 * be empty. What speaks against it counts for some hours, because a service may begin to send fewer; it is kept in memory
 * only.
 */
export interface CutDoubts {
  /**
   * Returns the slices of an answer that are certain, missing rows included; null when the answer says that rows were cut
   * off and has none of the requested ones.
   */
  surelyTold(cut: Extract<CutAnswer, { kind: 'ok' }>): readonly BoughtSlice[] | null
}

/** A gap of this many requested cells shows that rows were cut off; cells with too few listings are spread more evenly. */
const LONG_GAP = 20
/**
 * Pages have at least this many rows, so whether shorter answers have a cursor or a total shows nothing about longer ones.
 */
const LEAST_PAGE = 50
/** Milliseconds. */
const KEPT = 6 * 3_600_000

/** `elapsed` is a steady clock in milliseconds. */
export function createCutDoubts(elapsed: () => number): CutDoubts {
  let since = elapsed()
  let mostRows = 0
  /**
   * True once a long answer came without a cursor or a total: the service does not send them with every answer, so they
   * mean that rows are missing.
   */
  let areWordsMeant = false
  return {
    surelyTold: ({ slices, sent: { rows, says } }) => {
      if (elapsed() - since >= KEPT) [since, mostRows, areWordsMeant] = [elapsed(), 0, false]
      // A service that has sent more rows in one answer cannot have a page of this size.
      const mayBePage = rows >= mostRows
      mostRows = Math.max(mostRows, rows)
      if (says === null && rows >= LEAST_PAGE) areWordsMeant = true
      const isCut = says === 'part' || (says === 'more' && (areWordsMeant || mayBePage))
      if (isCut) {
        const told = withRows(slices)
        return told.length === 0 ? null : told
      }
      return says === null && mayBePage && isPageSize(rows) && longestGap(slices) >= LONG_GAP
        ? withRows(slices)
        : slices
    },
  }
}

/** True for numbers that services choose for pages: 50, 200, 2,500, or a power of two. */
function isPageSize(rows: number): boolean {
  if (rows < LEAST_PAGE) return false
  const unit = 10 ** Math.max(1, String(rows).length - 2)
  return (rows % 50 === 0 && rows % unit === 0) || (rows & (rows - 1)) === 0
}

/** The most requested cells in a row without a figure. */
function longestGap(slices: readonly BoughtSlice[]): number {
  let [gap, longest] = [0, 0]
  for (const { figures } of slices) {
    for (const figure of figures) {
      gap = figure === null ? gap + 1 : 0
      longest = Math.max(longest, gap)
    }
  }
  return longest
}

function withRows(slices: readonly BoughtSlice[]): BoughtSlice[] {
  return slices.flatMap((slice) => {
    if (!slice.figures.includes(null)) return [slice]
    const runs: BoughtSlice[] = []
    for (let from = 0; from < slice.figures.length; from++) {
      let to = from
      while (to < slice.figures.length && slice.figures[to] !== null) to++
      if (to > from) runs.push(piece(slice, from, slice.figures.slice(from, to)))
      from = to
    }
    return runs
  })
}

function piece({ parent, first }: BoughtSlice, from: number, figures: BoughtSlice['figures']): BoughtSlice {
  return { parent, first: first + from, figures }
}
