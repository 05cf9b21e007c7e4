import { LRUCache } from 'lru-cache'
import { type Cell, cellFromBigInt, cellToBigInt } from '../../domain/cell.ts'
import { LEVELS } from '../../domain/place.ts'
import { inTurns } from '../../server/work/turns.ts'
import type { SqliteDatabase } from '../storage/sqlite.ts'
import placeCellsSql from './place-cells.sql?raw'
import type { PlaceTree } from './place-tree.ts'

/** Cells read in one step, which takes some milliseconds. */
const STEP = 2_000
/** Cells that are remembered, in all; they take some hundred megabytes. */
const CELLS_REMEMBERED = 4_000_000

/** Returns a function that reads a place's stored cells, each place once, in turns. */
export function storedCellsOf(database: SqliteDatabase, tree: PlaceTree): (geoId: string) => Promise<readonly Cell[]> {
  const statement = database.prepare<Record<string, unknown>>(placeCellsSql).raw()
  const reading = new Map<string, Promise<readonly Cell[]>>()
  const known = new LRUCache<string, readonly Cell[]>({
    maxSize: CELLS_REMEMBERED,
    sizeCalculation: (cells) => 1 + cells.length,
  })
  function* own(geo_id: string): Generator<void, Cell[]> {
    const cells: Cell[] = []
    for (let after = '0'; ; ) {
      // Not checked: that would cost more than reading them.
      const rows = statement.all({ geo_id, after, most: STEP }) as [cell: string][]
      for (const [cell] of rows) cells.push(cellFromBigInt(BigInt(cell)))
      const last = cells.at(-1)
      if (rows.length < STEP || last === undefined) return cells
      after = cellToBigInt(last).toString()
      yield
    }
  }
  /** A place without cells (a country) has those of the nearest places beneath it that have any. */
  function* all(geo_id: string, depth = 0): Generator<void, Cell[]> {
    const cells = yield* own(geo_id)
    // The limit ends the search even in a file with circular parents.
    if (cells.length > 0 || depth === LEVELS.length) return cells
    const beneath: Cell[][] = []
    for (const child of tree.children(geo_id)) {
      beneath.push(yield* all(child.geo_id, depth + 1))
      yield
    }
    return yield* merged(beneath)
  }
  const read = async (geoId: string): Promise<readonly Cell[]> => {
    const cells = await inTurns(all(geoId))
    known.set(geoId, cells)
    return cells
  }
  return (geoId) => {
    const kept = known.get(geoId)
    if (kept !== undefined) return Promise.resolve(kept)
    const asked = reading.get(geoId) ?? read(geoId).finally(() => reading.delete(geoId))
    reading.set(geoId, asked)
    return asked
  }
}

/** Merges ascending lists two by two, in steps, and drops repeats. */
function* merged(lists: readonly Cell[][]): Generator<void, Cell[]> {
  let left: readonly Cell[][] = lists
  while (left.length > 1) {
    const next: Cell[][] = []
    for (let at = 0; at < left.length; at += 2) next.push(yield* mergedPair(left[at] ?? [], left[at + 1] ?? []))
    left = next
  }
  return left[0] ?? []
}

/** Cells merged in one step. */
const MERGED = 20_000

function* mergedPair(one: readonly Cell[], other: readonly Cell[]): Generator<void, Cell[]> {
  const cells: Cell[] = []
  let [at, beside] = [0, 0]
  for (;;) {
    const [first, second] = [one[at], other[beside]]
    if (first === undefined && second === undefined) return cells
    const isFirst = second === undefined || (first !== undefined && first <= second)
    const cell = isFirst ? first : second
    if (isFirst) at++
    else beside++
    if (cell !== undefined && cell !== cells.at(-1)) cells.push(cell)
    if ((at + beside) % MERGED === 0) yield
  }
}
