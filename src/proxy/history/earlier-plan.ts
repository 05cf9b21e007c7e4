import type { Cell } from '../../domain/cell.ts'
import { type AsOf, addMonths, monthsBetween } from '../../domain/period.ts'
import { countTileCells, tileCells } from '../../domain/tile.ts'
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
  const listsFor = sharedLists(Math.min(listCells, cells))
  return inRows(missing).flatMap(({ parents, newest, months }) => {
    const lists = listsFor(parents)
    return lists.flatMap((slices) => {
      const most = Math.max(1, Math.floor(cells / countCells(slices)))
      return cutMonths(newest, months, most).map((span) => ({ span, slices }))
    })
  })
}

/** Returns how many calls `planEarlier` makes for these tiles in one month, without making them. */
export function countForMonth(parents: readonly Cell[], { listCells, cells }: CallRoom): number {
  const count = parents.reduce((sum, parent) => sum + countTileCells(parent), 0)
  return count === 0 ? 0 : Math.ceil(count / evenLength(count, Math.min(listCells, cells)))
}

/** The length of lists of about the same length, each of at most `most` cells. */
function evenLength(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most))
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

/** Makes lists of tiles; cells are listed once for each tile and set of tiles, as that takes the most time. */
function sharedLists(most: number): (parents: readonly Cell[]) => readonly Slice[][] {
  const slices = new Map<Cell, Slice>()
  const lists = new Map<string, Slice[][]>()
  const sliceOf = (parent: Cell): Slice => {
    const slice = slices.get(parent) ?? { parent, first: 0, cells: tileCells(parent) }
    slices.set(parent, slice)
    return slice
  }
  return (parents) => {
    const key = parents.join()
    const made = lists.get(key) ?? listsOf(parents.map(sliceOf), most)
    lists.set(key, made)
    return made
  }
}

/** Cuts whole tiles into lists of about the same length, each of at most `most` cells. */
function listsOf(slices: readonly Slice[], most: number): Slice[][] {
  const lists: Slice[][] = []
  let room = 0
  const count = countCells(slices)
  const even = evenLength(count, most)
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
