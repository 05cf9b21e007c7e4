import { CELL_AREA_KM2, type Cell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { type Circle, circleCells, EARTH_RADIUS_KM } from '../../domain/distance.ts'
import { CELLS_PER_TILE, tileParent } from '../../domain/tile.ts'

/** The most figure tiles that one circle may need; one purchase takes no more either. */
export const CIRCLE_TILES_MAX = 120

/** What a circle covers at a resolution: its cells and their tiles, unless there are too many. */
export type CircleReach =
  | { kind: 'cells'; cells: readonly Cell[]; parents: readonly Cell[] }
  /** `tiles` is about how many it would need; `coarser` is the finest resolution that fits, if any. */
  | { kind: 'too_large'; tiles: number; coarser: Resolution | null }

/** Returns the area of a circle on the sphere, in km². */
export function circleKm2(radius_km: number): number {
  return 2 * Math.PI * EARTH_RADIUS_KM ** 2 * (1 - Math.cos(radius_km / EARTH_RADIUS_KM))
}

/** Returns the cells whose centre lies in the circle and the tiles that hold their figures. */
export function reachOf(circle: Circle, resolution: Resolution): CircleReach {
  const tiles = tilesAbout(circle.radius_km, resolution)
  // Enumerating a million cells takes seconds, so a circle that is clearly too large is only estimated.
  if (tiles > 2 * CIRCLE_TILES_MAX) return tooLarge(circle, resolution, tiles)
  const cells = circleCells(circle, resolution)
  const parents = [...new Set(cells.map(tileParent))]
  return parents.length > CIRCLE_TILES_MAX
    ? tooLarge(circle, resolution, parents.length)
    : { kind: 'cells', cells, parents }
}

function tooLarge({ radius_km }: Circle, resolution: Resolution, tiles: number): CircleReach {
  const fits = (each: Resolution) => each < resolution && tilesAbout(radius_km, each) <= CIRCLE_TILES_MAX
  return { kind: 'too_large', tiles, coarser: RESOLUTIONS.findLast(fits) ?? null }
}

// A tile that the edge cuts counts in full, so the circle is widened by a tile's radius.
function tilesAbout(radius_km: number, resolution: Resolution): number {
  const tileKm2 = CELL_AREA_KM2[resolution] * CELLS_PER_TILE
  return Math.ceil(circleKm2(radius_km + Math.sqrt(tileKm2 / Math.PI)) / tileKm2)
}
