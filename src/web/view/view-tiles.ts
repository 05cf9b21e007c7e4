import type { Cell, Resolution } from '../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { type Bounds, tilesInBounds } from '../../domain/tile.ts'

/** The most tiles that a view asks for, draws and counts: about 50,000 cells, far more than can be told apart. */
const TILES_IN_VIEW_MAX = 150

/** The parents of the tiles in a view, those nearest to its middle first; `isCut` where there are more than are used. */
export function tilesInView(bounds: Bounds, resolution: Resolution): { parents: readonly Cell[]; isCut: boolean } {
  const span = bounds.east >= bounds.west ? bounds.east - bounds.west : bounds.east - bounds.west + 360
  const middle = { lat: (bounds.south + bounds.north) / 2, lng: bounds.west + span / 2 }
  const byDistance = tilesInBounds(bounds, resolution)
    .map((parent) => ({ parent, km: distanceKm(cellCenter(parent), middle) }))
    .sort((a, b) => a.km - b.km)
    .map(({ parent }) => parent)
  return { parents: byDistance.slice(0, TILES_IN_VIEW_MAX), isCut: byDistance.length > TILES_IN_VIEW_MAX }
}
