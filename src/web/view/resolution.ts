import { CELL_AREA_KM2, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { type Bounds, boundsAreaKm2 } from '../../domain/tile.ts'

/** The most cells that a view should have; one resolution coarser has a seventh. */
export const CELLS_IN_VIEW_MAX = 3000

const RADIANS = Math.PI / 180

/** Returns about how many cells of a resolution the bounds contain. */
export function cellsInBounds(bounds: Bounds, resolution: Resolution): number {
  return boundsAreaKm2(bounds) / CELL_AREA_KM2[resolution]
}

/**
 * Returns the finest resolution up to `finest` at which the bounds have at most `CELLS_IN_VIEW_MAX` cells. They then
 * have at least a seventh of that, unless they are too small for resolution 8 or too large for resolution 4.
 */
export function resolutionFor(bounds: Bounds, finest: Resolution): Resolution {
  const allowed = RESOLUTIONS.filter((resolution) => resolution <= finest)
  return allowed.findLast((resolution) => cellsInBounds(bounds, resolution) <= CELLS_IN_VIEW_MAX) ?? 4
}

/** Returns the resolution in force: the pinned one, else the one for the bounds; never finer than `finest`. */
export function resolutionInForce(bounds: Bounds, pinned: Resolution | null, finest: Resolution): Resolution {
  const wanted = pinned ?? resolutionFor(bounds, finest)
  return wanted < finest ? wanted : finest
}

/** Returns the width of an average cell on the screen, in CSS pixels, at MapLibre's zoom. */
export function cellWidthPx(resolution: Resolution, lat: number, zoom: number): number {
  const metresPerPixel = (2 * Math.PI * 6_378_137 * Math.cos(lat * RADIANS)) / (512 * 2 ** zoom)
  // A hexagon of area A is 1.0746 √A wide between its parallel sides.
  return (1.0746 * Math.sqrt(CELL_AREA_KM2[resolution]) * 1000) / metresPerPixel
}
