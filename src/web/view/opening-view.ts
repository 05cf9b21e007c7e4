import { type Cell, cellResolution, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { type Circle, cellCenter, destination, type LatLng } from '../../domain/distance.ts'
import type { Bounds } from '../../domain/tile.ts'
import type { FoundPoint } from '../state/address/found-point.ts'
import type { View } from '../state/address/number-parts.ts'
import type { Screen } from '../state/address/screen.ts'
import { boundsAround } from './bounds.ts'
import { cellWidthPx, resolutionFor } from './resolution.ts'

/** The zoom from which the map cannot be moved farther away. */
export const ZOOM_MIN = 3
const ZOOM_MAX = 13

/** How wide a chosen cell is drawn, in CSS pixels: so narrow that the map shows its resolution and none finer. */
const CELL_PX = 45

/** Returns a view in which a cell is easy to see, at a zoom whose figures have the cell's resolution. */
export function viewOfCell(cell: Cell): View {
  const center = cellCenter(cell)
  const resolution = RESOLUTIONS.findLast((each) => each <= cellResolution(cell)) ?? 4
  return { ...center, zoom: zoomOf(resolution, center.lat) }
}

function zoomOf(resolution: Resolution, lat: number): number {
  // Nothing is finer than resolution 8.
  const px = resolution === 8 ? 2 * CELL_PX : CELL_PX
  return Math.log2(px / cellWidthPx(resolution, lat, 0))
}

/** In a small town, finer hexagons may have too few listings each. */
const SURROUNDINGS = 5

/**
 * Returns a view of a town and what is around it, at the most suitable of the resolutions at which its market has figures;
 * null where these are not known.
 */
export function viewOfSurroundings({ lat, lng }: LatLng, market: readonly number[] | null): View {
  const held = RESOLUTIONS.filter((each) => market === null || market.includes(each))
  const [resolution = SURROUNDINGS] = held.sort((a, b) => Math.abs(a - SURROUNDINGS) - Math.abs(b - SURROUNDINGS))
  return { lat, lng, zoom: zoomOf(resolution, lat) }
}

/**
 * If the market lacks the resolution at which the screen shows all of the bounds, returns a view of their middle at one that
 * it has. Returns null if it has that resolution, or if its resolutions are not known.
 */
export function viewWithFigures(bounds: Bounds, screen: Screen, market: readonly number[] | null): View | null {
  const all = viewOfBounds(bounds, screen)
  return !market?.length || market.includes(resolutionFor(all, 8)) ? null : viewOfSurroundings(all, market)
}

const TOWN_ZOOM = 9.5
const POINT_ZOOM = 12.5

/** Returns a view of a point found: of a town with what is around it, of an address with its streets. */
export function viewOfFound({ lat, lng, country }: FoundPoint): View {
  return { lat, lng, zoom: country === null ? POINT_ZOOM : TOWN_ZOOM }
}

/** Returns the bounds around a circle; `upper half` leaves room below it, where a phone's sheet is. */
export function circleBounds(circle: Circle, where: 'middle' | 'upper half'): Bounds {
  const [north, east, south, west] = [0, 90, 180, 270].map((bearing) => {
    const margin = where === 'upper half' ? (bearing === 180 ? 3.6 : 1.2) : 2
    return destination(circle, margin * circle.radius_km, bearing)
  })
  return {
    north: north?.lat ?? circle.lat,
    east: east?.lng ?? circle.lng,
    south: south?.lat ?? circle.lat,
    west: west?.lng ?? circle.lng,
  }
}

/** Returns the bounds around several circles; null for none. */
export function boundsOfCircles(circles: readonly Circle[], where: 'middle' | 'upper half'): Bounds | null {
  return boundsAround(circles.map((circle) => circleBounds(circle, where)))
}

/** Returns the closest view that shows all of the bounds on a map of this size. */
export function viewOfBounds({ north, east, south, west }: Bounds, { width, height }: Screen): View {
  const across = (east >= west ? east - west : east - west + 360) / 360
  const [top, bottom] = [mercator(north), mercator(south)]
  const fits = Math.log2(Math.min(width / across, height / (bottom - top)) / 512)
  const lng = west + across * 180
  return {
    lat: latitude((top + bottom) / 2),
    lng: lng > 180 ? lng - 360 : lng,
    zoom: Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, fits)),
  }
}

/** Returns what a map of this size shows in a view. */
export function boundsOfView({ lat, lng, zoom }: View, { width, height }: Screen): Bounds {
  const world = 512 * 2 ** zoom
  const [across, middle, half] = [Math.min(360, (360 * width) / world), mercator(lat), height / world / 2]
  return {
    west: wrappedLng(lng - across / 2),
    south: latitude(Math.min(1, middle + half)),
    east: wrappedLng(lng + across / 2),
    north: latitude(Math.max(0, middle - half)),
  }
}

function wrappedLng(lng: number): number {
  return lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng
}

const LATITUDE_MAX = 85

/** Web Mercator's y from 0 in the north to 1 in the south. */
function mercator(lat: number): number {
  const radians = (Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat)) * Math.PI) / 180
  return (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
}

function latitude(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
}
