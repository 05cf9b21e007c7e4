import { cellToChildren, cellToChildrenSize } from 'h3-js'
import { type Cell, cellParent, cellResolution, trustCell } from '../../domain/cell.ts'

/** Stored cells that are looked at in one step, which takes some milliseconds. */
const STEP = 5_000

/** A place's stored cells by their resolution, each list in their order. */
type Groups = ReadonlyMap<number, readonly Cell[]>

/** Kept as long as the stored cells themselves, so that only the first request for a large place reads all of them. */
const known = new WeakMap<readonly Cell[], Groups>()

function* groupsOf(stored: readonly Cell[]): Generator<void, Groups> {
  const before = known.get(stored)
  if (before) return before
  const groups = new Map<number, Cell[]>()
  for (const [index, cell] of stored.entries()) {
    if (index % STEP === STEP - 1) yield
    const own = cellResolution(cell)
    const group = groups.get(own)
    if (group) group.push(cell)
    else groups.set(own, [cell])
  }
  known.set(stored, groups)
  return groups
}

/** An upper bound of the cells at a resolution, in steps; exact unless cells of several stored resolutions coincide. */
export function* countTerritory(stored: readonly Cell[], resolution: number): Generator<void, number> {
  const parents = new Set<Cell>()
  let count = 0
  for (const [own, group] of yield* groupsOf(stored)) {
    for (const [index, cell] of own < resolution ? group.entries() : []) {
      if (index % STEP === STEP - 1) yield
      count += cellToChildrenSize(cell, resolution)
    }
    for (const parent of own < resolution ? [] : territoryCells(group, resolution)) {
      parents.add(parent)
      if (parents.size % STEP === 0) yield
    }
  }
  return count + parents.size
}

/**
 * The cells of a territory at a resolution: children of coarser stored cells, parents of finer ones. Ascending and
 * without repeats if the stored cells are ascending and of one resolution. `after` skips all cells up to that one.
 */
export function* territoryCells(stored: readonly Cell[], resolution: number, after: Cell | null = null) {
  let last = after ?? ''
  let at = after === null ? 0 : firstBeyond(stored, 0, after, resolution)
  for (let cell = stored[at]; cell !== undefined; cell = stored[at]) {
    const own = cellResolution(cell)
    if (own < resolution) {
      for (const child of cellToChildren(cell, resolution)) if (child > last) yield trustCell(child)
      at++
      continue
    }
    const parent = own === resolution ? cell : cellParent(cell, resolution)
    if (parent > last) {
      yield parent
      last = parent
    }
    at = own === resolution ? at + 1 : firstBeyond(stored, at + 1, parent, resolution)
  }
}

/** Returns the first place from `from` on of a stored cell with cells beyond `after`; by binary search. */
function firstBeyond(stored: readonly Cell[], from: number, after: Cell, resolution: number): number {
  const isBeyond = (at: number) => {
    const cell = stored[at]
    if (cell === undefined) return true
    const own = cellResolution(cell)
    return own < resolution ? cell >= cellParent(after, own) : cellParent(cell, resolution) > after
  }
  let reach = 1
  while (!isBeyond(from + reach - 1)) reach *= 2
  let low = from + Math.floor(reach / 2)
  let high = from + reach - 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isBeyond(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** All cells of a territory with stored cells of any resolutions, ascending, without repeats, in steps. */
export function* allTerritoryCells(stored: readonly Cell[], resolution: number): Generator<void, Cell[]> {
  const groups = yield* groupsOf(stored)
  const cells = new Set<Cell>()
  for (const group of groups.values()) {
    for (const cell of territoryCells(group, resolution)) {
      cells.add(cell)
      if (cells.size % STEP === 0) yield
    }
  }
  return groups.size === 1 ? [...cells] : [...cells].sort()
}

/** The finest stored resolution if it is finer than the requested one, in steps; null when nothing is rolled up. */
export function* rolledUpFrom(stored: readonly Cell[], resolution: number): Generator<void, number | null> {
  const groups = yield* groupsOf(stored)
  const finest = Math.max(0, ...groups.keys())
  return finest > resolution ? finest : null
}

/** The note on a roll-up in responses. */
export function rollupNote(from: number, resolution: number): string {
  return `The place is stored at resolution ${from}; these are the parents of its cells at resolution ${resolution}, which extend beyond its boundary.`
}
