import type { Cell } from '../../domain/cell.ts'
import { type AsOf, addMonths } from '../../domain/period.ts'
import { countTileCells, tileCells } from '../../domain/tile.ts'
import { countCells, cutSlice, runsOf, type Slice } from '../tiles/slice.ts'
import type { Span } from './history-plan.ts'

/** What one call may ask for. */
export interface CallRoom {
  /** The most cells that a list may have; 0 where the service reads no lists. */
  readonly listCells: number
  /** The most cells, each counted once for every period. */
  readonly cells: number
}

/** Tiles to buy. */
interface Tiles {
  readonly parents: readonly Cell[]
  /** What is missing of tiles that are held in part. */
  readonly parts: Parts
}
type Parts = ReadonlyMap<Cell, readonly Slice[]>

/** The tiles that are missing in one period. */
export interface MissingTiles extends Tiles {
  readonly as_of: AsOf
}

/** One call: a list of cells over some months. */
export interface EarlierCall {
  readonly span: Span
  readonly slices: readonly Slice[]
}

/**
 * Returns the calls that bring all of these tiles, newest periods first. Months in a row that lack the same share calls,
 * since a history counts each cell once for every period. Months of which different parts of the same tiles are held share
 * them too, and get some held cells again, where that takes fewer calls.
 */
export function planEarlier(missing: readonly MissingTiles[], room: CallRoom): EarlierCall[] {
  const { cells } = room
  const listsFor = sharedLists()
  const callsFor = (rows: readonly Row[]) =>
    rows.flatMap(({ newest, months, ...tiles }) => {
      const lists = listsFor(tiles, (count) => bestLength(count, months, room))
      return lists.flatMap((slices) => {
        const most = Math.max(1, Math.floor(cells / countCells(slices)))
        return cutMonths(newest, months, most).map((span) => ({ span, slices }))
      })
    })
  const exact = callsFor(inRows(missing, (row, next) => (textOf(row) === textOf(next) ? row : null)))
  if (missing.every(({ parts }) => parts.size === 0)) return exact
  const shared = callsFor(inRows(missing, eitherPart))
  return shared.length < exact.length ? shared : exact
}

/** Returns how many calls `planEarlier` makes for these tiles in one month, without making them. */
export function countForMonth({ parents, parts }: Tiles, { listCells, cells }: CallRoom): number {
  const cellsOf = (parent: Cell) => {
    const slices = parts.get(parent)
    return slices === undefined ? countTileCells(parent) : countCells(slices)
  }
  const count = parents.reduce((sum, parent) => sum + cellsOf(parent), 0)
  return count === 0 ? 0 : Math.ceil(count / evenLength(count, Math.min(listCells, cells)))
}

/**
 * The length of lists with which some months take the fewest calls: 3,087 cells over twelve months take 24 calls of 3,000 in
 * lists of half of them, each of which leaves room for one month, and 13 in lists of 238, which bring all twelve.
 */
function bestLength(count: number, months: number, { listCells, cells }: CallRoom): number {
  let best = { length: 1, calls: Number.POSITIVE_INFINITY }
  const fewest = Math.max(1, Math.ceil(count / Math.max(1, Math.min(listCells, cells))))
  const most = Math.max(fewest, Math.ceil((count * months) / cells))
  for (let lists = fewest; lists <= most; lists++) {
    const length = Math.ceil(count / lists)
    const calls = Math.ceil(count / length) * Math.ceil(months / Math.max(1, Math.floor(cells / length)))
    if (calls < best.calls) best = { length, calls }
  }
  return best.length
}

/** The length of lists of about the same length, each of at most `most` cells. */
function evenLength(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most))
}

interface Row {
  readonly newest: AsOf
  parts: Parts
  months: number
  readonly parents: readonly Cell[]
}

/** Returns what calls have to bring of parts so that two months can share them; null where they do not. */
type Join = (row: Parts, next: Parts) => Parts | null

/** Joins months in a row with the same missing tiles. */
function inRows(missing: readonly MissingTiles[], join: Join): Row[] {
  const rows: Row[] = []
  const newestFirst = missing
    .filter(({ parents }) => parents.length > 0)
    .toSorted((a, b) => (a.as_of > b.as_of ? -1 : 1))
  for (const { as_of, parents, parts } of newestFirst) {
    const last = rows.at(-1)
    const isNext = last !== undefined && addMonths(last.newest, -last.months) === as_of
    const joined = isNext && last.parents.join() === parents.join() ? join(last.parts, parts) : null
    if (last !== undefined && joined !== null) {
      last.months++
      last.parts = joined
    } else rows.push({ parents, parts, newest: as_of, months: 1 })
  }
  return rows
}

function textOf(parts: Parts): string {
  return [...parts]
    .map(([parent, slices]) => [parent, ...slices.map(({ first, cells }) => `${first}+${cells.length}`)])
    .join(' ')
}

/** What is missing in either of two months: all of a tile that is missing as a whole in one of them. */
function eitherPart(one: Parts, other: Parts): Parts {
  const both = new Map<Cell, readonly Slice[]>()
  for (const [parent, slices] of one) {
    const others = other.get(parent)
    if (others !== undefined) both.set(parent, eitherSlices(wholeOf(parent), [...slices, ...others]))
  }
  return both
}

function eitherSlices(whole: Slice, slices: readonly Slice[]): Slice[] {
  const missing = new Set<Cell | undefined>(slices.flatMap(({ cells }) => cells))
  return runsOf(whole, (index) => missing.has(whole.cells[index])).flatMap(([isMissing, run]) =>
    isMissing ? [run] : [],
  )
}

function wholeOf(parent: Cell): Slice {
  return { parent, first: 0, cells: tileCells(parent) }
}

/** Makes lists of tiles; cells are listed once for each tile and set of tiles, as that takes the most time. */
function sharedLists(): (tiles: Tiles, lengthFor: (count: number) => number) => readonly Slice[][] {
  const whole = new Map<Cell, Slice>()
  const lists = new Map<string, Slice[][]>()
  const sliceOf = (parent: Cell): Slice => {
    const slice = whole.get(parent) ?? wholeOf(parent)
    whole.set(parent, slice)
    return slice
  }
  return ({ parents, parts }, lengthFor) => {
    const slices = parents.flatMap((parent) => parts.get(parent) ?? sliceOf(parent))
    const length = lengthFor(countCells(slices))
    const key = `${length} ${parents.join()} ${textOf(parts)}`
    const made = lists.get(key) ?? listsOf(slices, length)
    lists.set(key, made)
    return made
  }
}

/** Cuts slices into lists of about the same length, each of at most `most` cells. */
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
