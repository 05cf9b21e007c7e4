import type { Cell, Resolution } from '../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { type Bounds, tilesInBounds } from '../../domain/tile.ts'

/** The most tiles that a view requests, draws and counts: about 50,000 cells, more than a viewer can tell apart. */
const TILES_IN_VIEW_MAX = 150

/** Returns the parents of the tiles in a view, nearest to its middle first; `isCut` when some are left out. */
export function tilesInView(bounds: Bounds, resolution: Resolution): { parents: readonly Cell[]; isCut: boolean } {
  const span = bounds.east >= bounds.west ? bounds.east - bounds.west : bounds.east - bounds.west + 360
  const middle = { lat: (bounds.south + bounds.north) / 2, lng: bounds.west + span / 2 }
  const byDistance = tilesInBounds(bounds, resolution)
    .map((parent) => ({ parent, km: distanceKm(cellCenter(parent), middle) }))
    .sort((a, b) => a.km - b.km)
    .map(({ parent }) => parent)
  return { parents: byDistance.slice(0, TILES_IN_VIEW_MAX), isCut: byDistance.length > TILES_IN_VIEW_MAX }
}
