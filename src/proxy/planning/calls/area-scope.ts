import { RADIUS_KM_MAX } from '../../../contract/limits.ts'
import { type Cell, type Resolution, trustCell } from '../../../domain/cell.ts'
import {
  type Circle,
  circleCandidateCount,
  circleCells,
  type LatLng,
  surelyWithinKm,
} from '../../../domain/distance.ts'
import { polygonCells } from '../../../domain/polygon.ts'
import { tileParent } from '../../../domain/tile.ts'
import { runsOf, type Slice } from '../../tiles/slice.ts'
import type { Call, PlaceOffer, PlanLimits } from './plan.ts'

/** How one call can select an area as a whole; null where only its cells can be listed. */
export type AreaShape =
  | ({ readonly kind: 'circle' } & Circle)
  /** `listedFor` is the period for which its cells were listed. */
  | ({ readonly kind: 'place'; readonly listedFor: string } & PlaceOffer)
  /** Areas that are wanted together. */
  | { readonly kind: 'several'; readonly of: readonly AreaScope[] }
  | null

/** The cells of an area by the tiles that it touches: what is wanted of them, where tiles need not become whole. */
export interface AreaScope {
  readonly shape: AreaShape
  readonly cells: ReadonlyMap<Cell, ReadonlySet<Cell>>
}

/** The cells of an area, all of one resolution. */
export interface AreaCells {
  /** Ascending. */
  readonly cells: readonly Cell[]
  readonly byTile: AreaScope['cells']
}

/**
 * The cells of an area in few large pieces, which are copied between threads in no time, unlike 40,000 cells: those of each
 * tile, ascending.
 */
export type PackedArea = readonly (readonly [parent: Cell, cells: string])[]

/** Packs the cells that `orderedCells` returns; `unpackArea` is the way back. */
export function packArea({ byTile }: AreaCells): PackedArea {
  return [...byTile].map(([parent, own]) => [parent, [...own].join(' ')])
}

// Tiles that are unpacked, and cells that are compared with an area, in one step, which takes a millisecond.
const TILES_AT_ONCE = 20
const CELLS_AT_ONCE = 6_000

/** Unpacks an area, in steps. */
export function* unpackArea(packed: PackedArea): Generator<void, AreaCells> {
  const cells: Cell[] = []
  const byTile = new Map<Cell, Set<Cell>>()
  for (const [index, [parent, text]] of packed.entries()) {
    if (index > 0 && index % TILES_AT_ONCE === 0) yield
    const own = splitCells(text)
    byTile.set(parent, new Set(own))
    for (const cell of own) cells.push(cell)
  }
  return { cells, byTile }
}

/** Writes cells as one text, which is copied between threads in no time. */
export function joinCells(cells: Iterable<Cell>): string {
  return [...cells].join(' ')
}

/** Reads what `joinCells` has written. */
export function splitCells(text: string): Cell[] {
  return text === '' ? [] : text.split(' ').map(trustCell)
}

/** Returns the cells whose centre lies within a circle; takes about 0.1 s for the largest area. */
export function cellsOfCircle(circle: Circle, resolution: Resolution): AreaCells {
  return orderedCells(circleCells(circle, resolution))
}

/** Returns the cells whose centre lies within a polygon. */
export function cellsOfPolygon(corners: readonly LatLng[], resolution: Resolution): AreaCells {
  return orderedCells(polygonCells(corners, resolution))
}

/** Returns cells in order, whose tiles then are in order, too; takes about 40 ms for the largest area. */
export function orderedCells(all: Iterable<Cell>): AreaCells {
  const cells = [...all].sort()
  const byTile = new Map<Cell, Set<Cell>>()
  for (const cell of cells) {
    const parent = tileParent(cell)
    const known = byTile.get(parent)
    if (known) known.add(cell)
    else byTile.set(parent, new Set([cell]))
  }
  return { cells, byTile }
}

/** What of the slices lies in the area, found in steps. */
export function withinScope(slices: readonly Slice[], scope: AreaScope): Generator<void, Slice[]> {
  return partOf(slices, scope, true)
}

/** What of the slices lies outside the area, found in steps. */
export function beyondScope(slices: readonly Slice[], scope: AreaScope): Generator<void, Slice[]> {
  return partOf(slices, scope, false)
}

function* partOf(slices: readonly Slice[], scope: AreaScope, isWithin: boolean): Generator<void, Slice[]> {
  const found: Slice[] = []
  let compared = 0
  for (const slice of slices) {
    if (compared >= CELLS_AT_ONCE) {
      yield
      compared = 0
    }
    compared += slice.cells.length
    const wanted = scope.cells.get(slice.parent)
    const runs = runsOf(slice, (at) => wanted?.has(slice.cells[at] ?? slice.parent) ?? false)
    for (const [isWanted, run] of runs) if (isWanted === isWithin) found.push(run)
  }
  return found
}

/** Whether any cell of the slices lies in the area. */
export function touchesScope(slices: readonly Slice[], scope: AreaScope): boolean {
  return slices.some(({ parent, cells }) => {
    const wanted = scope.cells.get(parent)
    return wanted !== undefined && cells.some((cell) => wanted.has(cell))
  })
}

/**
 * One call for each area as a whole, certain to cover all of its cells, found in steps; null if the limits rule one
 * out. Cells that two areas share are fetched with the first.
 */
export function* areaCalls(shape: AreaShape, wanted: readonly Slice[], room: Room): Generator<void, Call[] | null> {
  if (shape?.kind !== 'several') {
    const one = areaCall(shape, wanted, room)
    return one && [one]
  }
  const calls: Call[] = []
  let left = wanted
  for (const part of shape.of) {
    const own = yield* withinScope(left, part)
    yield
    if (own.length === 0) continue
    const call = yield* areaCalls(part.shape, own, room)
    if (call === null) return null
    calls.push(...call)
    left = yield* beyondScope(left, part)
    yield
  }
  return left.length === 0 ? calls : null
}

/** How one area may be selected as a whole. */
interface Room {
  readonly limits: PlanLimits
  readonly resolution: Resolution
}

/** The call that selects an area as a whole; null if the limits rule it out. */
export function areaCall(
  shape: Exclude<AreaShape, { kind: 'several' }>,
  wanted: readonly Slice[],
  { limits, resolution }: Room,
): Call | null {
  if (shape === null) return null
  if (shape.kind === 'place') {
    const { geo_id, cells } = shape
    if (cells.size > limits.placeCells) return null
    return { selector: { kind: 'place', geo_id, size: cells.size }, slices: wanted }
  }
  const circle = widened(shape, resolution)
  const isAllowed = circle.radius_km <= RADIUS_KM_MAX && circleCandidateCount(circle, resolution) <= limits.circleCells
  if (!isAllowed || surelyWithinKm(circle, resolution) < shape.radius_km) return null
  return { selector: { kind: 'circle', ...circle }, slices: wanted }
}

/** The circle, wider by about one cell and in whole metres, so that it surely holds everything in the original one. */
function widened({ lat, lng, radius_km }: Circle, resolution: Resolution): Circle {
  const rimOf = (km: number) => km - surelyWithinKm({ lat, lng, radius_km: km }, resolution)
  // A wider circle may reach larger cells, which make its own rim wider.
  const rim = rimOf(radius_km + 1.1 * rimOf(radius_km))
  return { lat, lng, radius_km: Math.ceil((radius_km + 1.01 * rim) * 1000) / 1000 }
}
