import { cellToBoundary, cellToLatLng } from 'h3-js'
import type { Cell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'

/** Cells and their centres, in the same order. */
export interface CellCenters {
  readonly cells: readonly Cell[]
  /** Longitude and latitude of each cell's centre, interleaved; degrees. */
  readonly centers: Float64Array
}

/** The shapes of cells, which do not depend on period or lens. */
export interface CellShapes extends CellCenters {
  /** Closed counter-clockwise rings, longitude and latitude interleaved; longitudes continue past 180. */
  readonly positions: Float64Array
  /** The first vertex of each cell, then the number of vertices. */
  readonly starts: Uint32Array
}

/** Returns the centres of a tile's cells in `tileCells` order; cached for recently used tiles. */
export const tileCenters = remembering((parent) => centersOf(tileCells(parent)))

/** Returns the shapes of a tile's cells in `tileCells` order; cached for recently used tiles. */
export const tileGeometry = remembering((parent) => withShapes(tileCenters(parent)))

/** Returns the shapes of any cells, in their order. */
export function cellsGeometry(cells: readonly Cell[]): CellShapes {
  return withShapes(centersOf(cells))
}

const REMEMBERED = 400

function remembering<T>(build: (parent: Cell) => T): (parent: Cell) => T {
  const known = new Map<Cell, T>()
  return (parent) => {
    const value = known.get(parent) ?? build(parent)
    known.delete(parent)
    known.set(parent, value)
    const [oldest] = known.keys()
    if (known.size > REMEMBERED && oldest) known.delete(oldest)
    return value
  }
}

function centersOf(cells: readonly Cell[]): CellCenters {
  const centers = new Float64Array(cells.length * 2)
  cells.forEach((cell, index) => {
    const [lat, lng] = cellToLatLng(cell)
    centers[2 * index] = lng
    centers[2 * index + 1] = lat
  })
  return { cells, centers }
}

/** Corners that H3 gives a cell at most: a distorted pentagon has two to a side. */
const MOST_CORNERS = 10

function withShapes({ cells, centers }: CellCenters): CellShapes {
  const starts = new Uint32Array(cells.length + 1)
  // Written into one array, because arrays of rings of points take longer to make than H3 takes for the corners.
  const positions = new Float64Array(2 * (MOST_CORNERS + 1) * cells.length)
  let at = 0
  cells.forEach((cell, index) => {
    const start = at
    for (const [lat, lng] of cellToBoundary(cell)) {
      positions[at] = at === start ? lng : unwrapped(lng, positions[start] ?? 0)
      positions[at + 1] = lat
      at += 2
    }
    positions[at] = positions[start] ?? 0
    positions[at + 1] = positions[start + 1] ?? 0
    at += 2
    starts[index + 1] = at / 2
  })
  return { cells, centers, positions: positions.slice(0, at), starts }
}

/** Returns a cell's closed counter-clockwise ring of [lng, lat]; pentagons and distorted cells do not have 7 points. */
export function cellRing(cell: Cell): [number, number][] {
  const ring = cellToBoundary(cell, true)
  const first = ring[0]?.[0] ?? 0
  return ring.map(([lng = 0, lat = 0]) => [unwrapped(lng, first), lat])
}

/** Returns a longitude less than half the world away from another, past 180 where need be. */
function unwrapped(lng: number, near: number): number {
  if (lng - near > 180) return lng - 360
  return lng - near < -180 ? lng + 360 : lng
}
