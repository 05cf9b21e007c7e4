import { type Cell, cellToBigInt, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { Level } from '../../domain/place.ts'
import { type CellId, parentId, sampleDescendants } from './cell-id.ts'
import type { PlaceBook } from './place-store.ts'
import { levelRank } from './place-tree.ts'

const NAMES_REMEMBERED = 500_000

// The levels that best name a cell of each size, first choice first.
const LEVELS_FOR: Readonly<Record<Resolution, readonly Level[]>> = {
  4: ['province', 'region', 'city', 'macrozone', 'microzone'],
  5: ['province', 'region', 'city', 'macrozone', 'microzone'],
  6: ['city', 'province', 'region', 'macrozone', 'microzone'],
  7: ['city', 'province', 'region', 'macrozone', 'microzone'],
  8: [],
}

const namesOfBook = new WeakMap<PlaceBook, Map<Cell, string | null>>()

/** The name of the place that each cell lies in, null when there is none; all cells have the given resolution. */
export function namesOfCells(book: PlaceBook, cells: readonly Cell[], resolution: Resolution): (string | null)[] {
  const known = namesOfBook.get(book) ?? new Map<Cell, string | null>()
  namesOfBook.set(book, known)
  if (known.size > NAMES_REMEMBERED) known.clear()
  const names = cells.map((cell) => known.get(cell))
  if (names.every((name) => name !== undefined)) return names
  const unknown = cells.filter((cell) => !known.has(cell))
  const ids = unknown.map(cellToBigInt)
  const places = resolution === 8 ? finestHolders(book, ids) : weightiestPlaces(book, ids, resolution)
  for (const [position, cell] of unknown.entries()) {
    const geoId = places.get(position)
    known.set(cell, geoId === undefined ? null : (book.tree.get(geoId)?.name ?? null))
  }
  return cells.map((cell) => known.get(cell) ?? null)
}

/** The finest place that contains each cell of resolution 8, by the cell's position. */
function finestHolders(book: PlaceBook, ids: readonly CellId[]): Map<number, string> {
  const found = new Map<number, string>()
  const stored = new Set([...book.storedAt.values()].flat())
  for (const resolution of RESOLUTIONS.toReversed().filter((held) => stored.has(held))) {
    const open = [...ids.entries()].filter(([position]) => !found.has(position))
    const parents = open.map(([, id]) => parentId(id, resolution))
    for (const holder of book.holdersOf(parents)) {
      const position = open[holder.position]?.[0] ?? -1
      const held = found.get(position)
      if (held === undefined || rankOf(book, holder.geo_id) > rankOf(book, held)) found.set(position, holder.geo_id)
    }
  }
  return found
}

/** The place that contains most of each coarser cell, at the best level for its size, by the cell's position. */
function weightiestPlaces(book: PlaceBook, ids: readonly CellId[], resolution: Resolution): Map<number, string> {
  const found = new Map<number, string>()
  for (const level of LEVELS_FOR[resolution]) {
    const open = [...ids.entries()].filter(([position]) => !found.has(position))
    if (open.length === 0) break
    const weights = new Map<number, Map<string, number>>()
    for (const storedAt of book.storedAt.get(level) ?? []) {
      weigh(book, open, { level, resolution, storedAt }, weights)
    }
    for (const [position, byPlace] of weights) {
      const [heaviest] = [...byPlace].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      if (heaviest) found.set(position, heaviest[0])
    }
  }
  return found
}

/** Adds the share of each cell that places of one level and stored resolution contain. */
function weigh(
  book: PlaceBook,
  cells: readonly (readonly [position: number, id: CellId])[],
  { level, resolution, storedAt }: { level: Level; resolution: Resolution; storedAt: Resolution },
  weights: Map<number, Map<string, number>>,
): void {
  const samples = cells.flatMap(([position, id]) => {
    const ids = storedAt > resolution ? sampleDescendants(id, resolution, storedAt) : [parentId(id, storedAt)]
    return ids.map((sample) => ({ position, sample, share: 1 / ids.length }))
  })
  for (const holder of book.holdersOf(samples.map(({ sample }) => sample))) {
    const sample = samples[holder.position]
    if (!sample || book.tree.get(holder.geo_id)?.level !== level) continue
    const byPlace = weights.get(sample.position) ?? new Map<string, number>()
    byPlace.set(holder.geo_id, (byPlace.get(holder.geo_id) ?? 0) + sample.share)
    weights.set(sample.position, byPlace)
  }
}

function rankOf(book: PlaceBook, geoId: string): number {
  const place = book.tree.get(geoId)
  return place ? levelRank(place.level) : -1
}
