import type { Cell } from '../../domain/cell.ts'
import { type AsOf, addMonths, monthsBetween } from '../../domain/period.ts'
import { tileCells } from '../../domain/tile.ts'
import { countCells, cutSlice, type Slice } from '../tiles/slice.ts'
import type { Span } from './history-plan.ts'

/** What one call may ask for. */
export interface CallRoom {
  /** The most cells that a list may have; 0 where the service reads no lists. */
  readonly listCells: number
  /** The most cells, each counted once for every period. */
  readonly cells: number
}

/** The tiles that are missing in one period. */
export interface MissingTiles {
  readonly as_of: AsOf
  readonly parents: readonly Cell[]
}

/** One call: a list of cells over some months. */
export interface EarlierCall {
  readonly span: Span
  readonly slices: readonly Slice[]
}

/**
 * Returns the calls that bring all of these tiles, newest periods first. Months in a row that lack the same tiles share
 * calls, since a history counts each cell once for every period.
 */
export function planEarlier(missing: readonly MissingTiles[], { listCells, cells }: CallRoom): EarlierCall[] {
  return inRows(missing).flatMap(({ parents, newest, months }) => {
    const lists = listsOf(parents, Math.min(listCells, cells))
    return lists.flatMap((slices) => {
      const most = Math.max(1, Math.floor(cells / countCells(slices)))
      return cutMonths(newest, months, most).map((span) => ({ span, slices }))
    })
  })
}

interface Row {
  readonly parents: readonly Cell[]
  readonly newest: AsOf
  months: number
}

/** Joins months in a row with the same missing tiles. */
function inRows(missing: readonly MissingTiles[]): Row[] {
  const rows: Row[] = []
  const newestFirst = missing
    .filter(({ parents }) => parents.length > 0)
    .toSorted((a, b) => (a.as_of > b.as_of ? -1 : 1))
  for (const { as_of, parents } of newestFirst) {
    const last = rows.at(-1)
    const isNext = last !== undefined && addMonths(last.newest, -last.months) === as_of
    if (isNext && last.parents.join() === parents.join()) last.months++
    else rows.push({ parents, newest: as_of, months: 1 })
  }
  return rows
}

/** Cuts whole tiles into lists of about the same length, each of at most `most` cells. */
function listsOf(parents: readonly Cell[], most: number): Slice[][] {
  const slices = parents.map((parent): Slice => ({ parent, first: 0, cells: tileCells(parent) }))
  const lists: Slice[][] = []
  let room = 0
  const count = countCells(slices)
  const even = Math.ceil(count / Math.ceil(count / most))
  for (const slice of slices) {
    let rest: Slice | null = slice
    while (rest !== null) {
      if (room === 0) {
        lists.push([])
        room = even
      }
      const [taken, left]: [Slice, Slice | null] = cutSlice(rest, room)
      lists.at(-1)?.push(taken)
      room -= taken.cells.length
      rest = left
    }
  }
  return lists
}

function cutMonths(newest: AsOf, months: number, most: number): Span[] {
  const even = Math.ceil(months / Math.ceil(months / most))
  const first = addMonths(newest, 1 - months)
  const spans: Span[] = []
  for (let done = 0; done < months; done += even) {
    const to = addMonths(newest, -done)
    const from = addMonths(to, 1 - even)
    spans.push({ from: from < first ? first : from, to })
  }
  return spans
}

/** Returns the labels of a span, oldest first. */
export function labelsOf({ from, to }: Span): AsOf[] {
  return Array.from({ length: monthsBetween(from, to) + 1 }, (_, index) => addMonths(from, index))
}
