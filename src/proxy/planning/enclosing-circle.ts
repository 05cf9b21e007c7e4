import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type Circle, EARTH_RADIUS_KM, type LatLng, surelyWithinKm } from '../../domain/distance.ts'
import type { Slice } from '../tiles/slice.ts'
import { enclosingCenter } from './circle-cover.ts'
import { dotAt, middleOf } from './ground.ts'
import { crossOf, latLngOf, type Point, pointOf, tilePoints, unit } from './tile-points.ts'

// The outline of a tile is that of its farthest cells in so many directions, to about a hundredth of its width.
const DIRECTIONS = 16
// After so many the centre is about a hundredth of the radius off.
const CENTERING_STEPS = 100

/** About the smallest circle that surely holds all cells of the slices; null where the interface allows none so wide. */
export function enclosingCircle(slices: readonly Slice[], resolution: Resolution): Circle | null {
  const rim = Float64Array.from(slices.flatMap(rimOf).flat())
  if (rim.length === 0) return null
  const all = Array.from({ length: rim.length / 3 }, (_, index) => index)
  const at = latLngOf(enclosingCenter(rim, all, CENTERING_STEPS))
  const center = { lat: Number(at.lat.toFixed(6)), lng: Number(at.lng.toFixed(6)) }
  const reach = Math.max(...slices.map((slice) => reachOf(slice, center)))
  const rimAt = (km: number) => km - surelyWithinKm({ ...center, radius_km: km }, resolution)
  // A wider circle may reach larger cells, which make its own rim wider.
  const radius_km = Math.ceil((reach + 1.01 * rimAt(reach + 1.1 * rimAt(reach))) * 1000) / 1000
  return radius_km > RADIUS_KM_MAX ? null : { ...center, radius_km }
}

/** How far from a point the farthest cell of a slice is, in km. */
export function reachOf(slice: Slice, from: LatLng): number {
  const points = pointsOf(slice)
  const center = pointOf(from)
  let closeness = 1
  for (let i = 0; i < slice.cells.length; i++) closeness = Math.min(closeness, dotAt(points, i, center))
  return EARTH_RADIUS_KM * Math.acos(Math.max(-1, closeness))
}

function pointsOf({ parent, first, cells }: Slice): Float64Array {
  return tilePoints(parent).subarray(3 * first, 3 * (first + cells.length))
}

// Filling a call up asks for the same slices again and again.
const rims = new WeakMap<Slice, Point[]>()

/** The cells of a slice that are farthest from its middle, each in another direction. */
function rimOf(slice: Slice): Point[] {
  const known = rims.get(slice)
  if (known !== undefined) return known
  const rim = findRim(slice)
  rims.set(slice, rim)
  return rim
}

function findRim(slice: Slice): Point[] {
  const points = pointsOf(slice)
  const size = slice.cells.length
  const indexes = Array.from({ length: size }, (_, index) => index)
  const middle = middleOf(points, 0, size)
  const east = unit(crossOf([0, 0, 1], middle))
  const north = crossOf(middle, east)
  const rim =
    size <= DIRECTIONS ? indexes : [...new Set(directions(east, north).map((way) => farthest(points, size, way)))]
  return rim.map((i): Point => [points[3 * i] ?? 0, points[3 * i + 1] ?? 0, points[3 * i + 2] ?? 0])
}

function directions(east: Point, north: Point): Point[] {
  return Array.from({ length: DIRECTIONS }, (_, i) => {
    const [x, y] = [Math.cos((2 * Math.PI * i) / DIRECTIONS), Math.sin((2 * Math.PI * i) / DIRECTIONS)]
    return [x * east[0] + y * north[0], x * east[1] + y * north[1], x * east[2] + y * north[2]]
  })
}

function farthest(points: Float64Array, size: number, way: Point): number {
  let found = 0
  for (let i = 1; i < size; i++) if (dotAt(points, i, way) > dotAt(points, found, way)) found = i
  return found
}
