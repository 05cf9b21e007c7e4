import {
  cellToChildren,
  cellToChildrenSize,
  getHexagonEdgeLengthAvg,
  POLYGON_TO_CELLS_FLAGS,
  polygonToCellsExperimental,
  UNITS,
} from 'h3-js'
import {
  CELL_AREA_KM2,
  type Cell,
  cellParent,
  cellResolution,
  isResolution,
  type Resolution,
  trustCell,
} from './cell.ts'
import { EARTH_RADIUS_KM } from './distance.ts'

/** How many resolutions a figure tile's parent is coarser than its cells. */
export const TILE_DEPTH = 3

/** Cells in a tile under a hexagon; a pentagon has fewer. */
export const CELLS_PER_TILE = 343

/** The resolution of the cells in a tile with this parent; null when there are no figures at that resolution. */
export function tileResolution(parent: Cell): Resolution | null {
  const resolution = cellResolution(parent) + TILE_DEPTH
  return isResolution(resolution) ? resolution : null
}

/** The parent of the tile that contains a cell. */
export function tileParent(cell: Cell): Cell {
  return cellParent(cell, cellResolution(cell) - TILE_DEPTH)
}

/** All cells of a tile in ascending order of id, the order in which tiles are stored and sent. */
export function tileCells(parent: Cell): Cell[] {
  return cellToChildren(parent, cellResolution(parent) + TILE_DEPTH).map(trustCell)
}

/** The number of cells of a tile, without listing them. */
export function countTileCells(parent: Cell): number {
  return cellToChildrenSize(parent, cellResolution(parent) + TILE_DEPTH)
}

const RADIANS = Math.PI / 180

/** Longitude and latitude bounds in degrees; `west` exceeds `east` when a view crosses the 180th meridian. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

// Up to this many cells in view, tiles are found from the cells themselves (about 5 µs per cell).
const EXACT_CELLS_MAX = 20_000

/**
 * The parents of the tiles whose cells are in view. They are found from the cells, because a tile's cells do not fill
 * its parent's outline exactly. In views with too many cells for that, the result can include a few tiles out of view.
 */
export function tilesInBounds(bounds: Bounds, resolution: Resolution): Cell[] {
  const cellsInView = boundsAreaKm2(bounds) / CELL_AREA_KM2[resolution]
  if (cellsInView <= EXACT_CELLS_MAX) return [...new Set(cellsInBounds(bounds, resolution).map(tileParent))]
  return cellsInBounds(padded(bounds, resolution - TILE_DEPTH), resolution - TILE_DEPTH)
}

/** The cells that overlap the bounds. */
function cellsInBounds(bounds: Bounds, resolution: number): Cell[] {
  const cells = new Set<Cell>()
  const south = Math.max(-89.9, bounds.south)
  const north = Math.min(89.9, bounds.north)
  for (const [west, east] of splitAtAntimeridian(bounds)) {
    // h3 takes edges longer than 180 degrees to go the other way round, so wide spans are cut into slices.
    const slices = Math.max(1, Math.ceil((east - west) / 90))
    for (let i = 0; i < slices; i++) {
      const from = west + ((east - west) * i) / slices
      const to = west + ((east - west) * (i + 1)) / slices
      const ring = [
        [south, from],
        [south, to],
        [north, to],
        [north, from],
      ]
      const found = polygonToCellsExperimental(ring, resolution, POLYGON_TO_CELLS_FLAGS.containmentOverlapping)
      for (const cell of found) cells.add(trustCell(cell))
    }
  }
  return [...cells]
}

/** Area of the bounds on the sphere, in km². */
export function boundsAreaKm2({ west, south, east, north }: Bounds): number {
  const span = Math.min(360, east >= west ? east - west : east - west + 360)
  const height = Math.sin(Math.min(90, north) * RADIANS) - Math.sin(Math.max(-90, south) * RADIANS)
  return EARTH_RADIUS_KM ** 2 * span * RADIANS * height
}

/** Bounds widened by half a cell's edge on every side, which is farther than descendants reach out of their ancestor. */
function padded({ west, south, east, north }: Bounds, resolution: number): Bounds {
  const degrees = getHexagonEdgeLengthAvg(resolution, UNITS.km) / 2 / 111
  const widest = Math.cos((Math.min(85, Math.max(Math.abs(south), Math.abs(north))) * Math.PI) / 180)
  return {
    west: west - degrees / widest,
    south: south - degrees,
    east: east + degrees / widest,
    north: north + degrees,
  }
}

function splitAtAntimeridian({ west, east }: Bounds): [number, number][] {
  if (east - west >= 360) return [[-180, 180]]
  const wrap = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180
  const from = wrap(west)
  const to = wrap(east)
  return from <= to
    ? [[from, to]]
    : [
        [from, 180],
        [-180, to],
      ]
}
