import type { Cell, Resolution } from '../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { type Bounds, tilesInBounds } from '../../domain/tile.ts'

/** The most tiles that a view requests, draws and counts: about 50,000 cells, more than a viewer can tell apart. */
const TILES_IN_VIEW_MAX = 150

interface TilesInView {
  readonly parents: readonly Cell[]
  readonly isCut: boolean
}

// Drawing, counting and buying ask about the same bounds, and finding the cells of a view takes tens of milliseconds.
const known = new WeakMap<Bounds, Map<Resolution, TilesInView>>()

/** Returns the parents of the tiles in a view, nearest to its middle first; `isCut` when some are left out. */
export function tilesInView(bounds: Bounds, resolution: Resolution): TilesInView {
  const byResolution = known.get(bounds) ?? new Map<Resolution, TilesInView>()
  known.set(bounds, byResolution)
  const found = byResolution.get(resolution) ?? findTiles(bounds, resolution)
  byResolution.set(resolution, found)
  return found
}

function findTiles(bounds: Bounds, resolution: Resolution): TilesInView {
  const span = bounds.east >= bounds.west ? bounds.east - bounds.west : bounds.east - bounds.west + 360
  const middle = { lat: (bounds.south + bounds.north) / 2, lng: bounds.west + span / 2 }
  const byDistance = tilesInBounds(bounds, resolution)
    .map((parent) => ({ parent, km: distanceKm(cellCenter(parent), middle) }))
    .sort((a, b) => a.km - b.km)
    .map(({ parent }) => parent)
  return { parents: byDistance.slice(0, TILES_IN_VIEW_MAX), isCut: byDistance.length > TILES_IN_VIEW_MAX }
}
