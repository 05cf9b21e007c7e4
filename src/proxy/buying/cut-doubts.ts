import type { Cell } from '../../domain/cell.ts'
import type { BoughtSlice, CutAnswer } from '../tiles/cut-answer.ts'

/** An answer whose rows are read, and the call that it is for. */
interface Answered {
  readonly cut: Extract<CutAnswer, { kind: 'ok' }>
  readonly isList: boolean
  /** Tiles that should have figures: no filters, and the free look-up reports listings. */
  readonly expected: ReadonlySet<Cell>
}

/**
 * Signs that a service answers only the first of the requested cells, or sends only so many rows, and does not refuse
 * the rest. Cells without a row are then not known to be empty. Kept in memory only: a new process doubts once more.
 */
export interface CutDoubts {
  /** Returns the slices that an answer surely tells; null when it says that it is cut, and has none of their rows. */
  surelyTold(answered: Answered): readonly BoughtSlice[] | null
}

/** So many expected cells at the end of a list are hardly all without figures. */
const LONG_TAIL = 100
/** So many cells in a row are absent where rows were cut; cells with too few listings are spread more evenly. */
const LONG_GAP = 20
/** Fewer rows than this are no usual page. */
const LEAST_PAGE = 50

export function createCutDoubts(): CutDoubts {
  let mostRows = 0
  /** How far into a list rows were found, in cells. */
  let mostRead = 0
  /** True once cells at the end of a list have lacked figures that they should have. */
  let isCutting = false
  return {
    surelyTold: ({ cut, isList, expected }) => {
      const { slices, sent } = cut
      // A service that has sent more rows before has no page of this size.
      const mayBePage = sent.rows > 0 && sent.rows >= mostRows
      const read = isList ? cellsRead(slices) : 0
      mostRows = Math.max(mostRows, sent.rows)
      mostRead = Math.max(mostRead, read)
      isCutting ||= read > 0 && expectedAfter(slices, mostRead, expected) >= LONG_TAIL
      if (sent.says === 'part') {
        const told = withRows(slices)
        return told.length === 0 ? null : told
      }
      const isPage = sent.says === 'more' || (isPageSize(sent.rows) && longestGap(slices) >= LONG_GAP)
      if (mayBePage && isPage) return withRows(slices)
      return isList && isCutting ? firstCells(slices, mostRead) : slices
    },
  }
}

/** True for numbers that services choose for pages: 50, 200, 2,500, or a power of two. */
function isPageSize(rows: number): boolean {
  if (rows < LEAST_PAGE) return false
  const unit = 10 ** Math.max(1, String(rows).length - 2)
  return (rows % 50 === 0 && rows % unit === 0) || (rows & (rows - 1)) === 0
}

/** The number of requested cells up to the last one with a row. */
function cellsRead(slices: readonly BoughtSlice[]): number {
  let [seen, read] = [0, 0]
  for (const { figures } of slices) {
    for (const figure of figures) {
      seen++
      if (figure !== null) read = seen
    }
  }
  return read
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

function expectedAfter(slices: readonly BoughtSlice[], read: number, expected: ReadonlySet<Cell>): number {
  let [seen, count] = [0, 0]
  for (const { parent, figures } of slices) {
    if (expected.has(parent)) count += Math.max(0, Math.min(figures.length, seen + figures.length - read))
    seen += figures.length
  }
  return count
}

function firstCells(slices: readonly BoughtSlice[], count: number): BoughtSlice[] {
  let left = count
  return slices.flatMap((slice) => {
    const kept = slice.figures.slice(0, Math.max(0, left))
    left -= slice.figures.length
    return kept.length === slice.figures.length ? [slice] : kept.length === 0 ? [] : [piece(slice, 0, kept)]
  })
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
