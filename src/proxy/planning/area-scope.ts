import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { type Cell, type Resolution, trustCell } from '../../domain/cell.ts'
import { type Circle, circleCandidateCount, circleCells, surelyWithinKm } from '../../domain/distance.ts'
import { tileParent } from '../../domain/tile.ts'
import { runsOf, type Slice } from '../tiles/slice.ts'
import type { Call, PlaceOffer, PlanLimits } from './plan.ts'

/** How an area can be asked for as such; null where only its cells can be. */
export type AreaShape = ({ readonly kind: 'circle' } & Circle) | ({ readonly kind: 'place' } & PlaceOffer) | null

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

/** The cells of an area in few large pieces, which are copied between threads in no time, unlike 40,000 cells. */
export interface PackedArea {
  readonly cells: string
  readonly byTile: readonly (readonly [parent: Cell, cells: string])[]
}

/** Packs an area; `unpackArea` is the way back. */
export function packArea({ cells, byTile }: AreaCells): PackedArea {
  return { cells: cells.join(' '), byTile: [...byTile].map(([parent, own]) => [parent, [...own].join(' ')]) }
}

// Tiles that are unpacked in one step, which takes a millisecond.
const STEP = 20

/** Unpacks an area, in steps. */
export function* unpackArea(packed: PackedArea): Generator<void, AreaCells> {
  const byTile = new Map<Cell, Set<Cell>>()
  for (const [index, [parent, own]] of packed.byTile.entries()) {
    if (index > 0 && index % STEP === 0) yield
    byTile.set(parent, new Set(splitCells(own)))
  }
  return { cells: splitCells(packed.cells), byTile }
}

function splitCells(text: string): Cell[] {
  return text === '' ? [] : text.split(' ').map(trustCell)
}

/** Returns the cells whose centre lies within a circle; takes about 0.1 s for the largest area. */
export function cellsOfCircle(circle: Circle, resolution: Resolution): AreaCells {
  return orderedCells(circleCells(circle, resolution))
}

/** Returns cells in order; takes about 40 ms for the largest area. */
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

/** What of the slices lies in the area. */
export function withinScope(slices: readonly Slice[], scope: AreaScope): Slice[] {
  return slices.flatMap((slice) => {
    const wanted = scope.cells.get(slice.parent)
    const runs = runsOf(slice, (index) => wanted?.has(slice.cells[index] ?? slice.parent) ?? false)
    return runs.flatMap(([isWanted, run]) => (isWanted ? [run] : []))
  })
}

/** The one call that asks for the area as such and surely speaks of all its cells; null where the limits rule it out. */
export function areaCall(
  shape: AreaShape,
  wanted: readonly Slice[],
  { limits, resolution }: { limits: PlanLimits; resolution: Resolution },
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

/** The circle, wider by about one cell and by whole metres: what lies in the narrower one is surely within this. */
function widened({ lat, lng, radius_km }: Circle, resolution: Resolution): Circle {
  const rimOf = (km: number) => km - surelyWithinKm({ lat, lng, radius_km: km }, resolution)
  // A wider circle may reach larger cells, which make its own rim wider.
  const rim = rimOf(radius_km + 1.1 * rimOf(radius_km))
  return { lat, lng, radius_km: Math.ceil((radius_km + 1.01 * rim) * 1000) / 1000 }
}
