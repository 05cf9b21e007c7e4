import { RADIUS_KM_MAX } from '../../../contract/limits.ts'
import type { Resolution } from '../../../domain/cell.ts'
import { type Circle, EARTH_RADIUS_KM, type LatLng, surelyWithinKm } from '../../../domain/distance.ts'
import type { Slice } from '../../tiles/slice.ts'
import { enclosingCenter } from './circle-cover.ts'
import { dotAt, middleOf } from './ground.ts'
import { crossOf, latLngOf, type Point, pointOf, slicePoints, unit } from './tile-points.ts'

// The outline of a tile is that of its farthest cells in so many directions, to about a hundredth of its width.
const DIRECTIONS = 16
const DIRECTIONS_OF_ALL = 48
// After so many the centre is about a hundredth of the radius off.
const CENTERING_STEPS = 100

/** Outermost points of what a circle is to hold: x, y and z of each in turn. */
type Rim = Float64Array

/** Returns the outermost points of slices, in each of many directions. */
export function rimOf(slices: readonly Slice[]): Rim {
  const rims = slices.map(rimOfSlice)
  const rim = new Float64Array(rims.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const points of rims) {
    rim.set(points, at)
    at += points.length
  }
  return rim
}

/** Returns those of the points that stand out farthest, in each of many directions: the others change no circle. */
export function outermost(rim: Rim): Rim {
  const size = rim.length / 3
  if (size <= DIRECTIONS_OF_ALL) return rim
  const middle = middleOf(rim, 0, size)
  const kept = new Set(directions(middle, DIRECTIONS_OF_ALL).map((way) => farthest(rim, size, way)))
  return pointsAt(rim, [...kept])
}

/**
 * About the smallest circle that surely holds all cells of the slices; null when it would be wider than the interface
 * allows.
 */
export function enclosingCircle(slices: readonly Slice[], resolution: Resolution): Circle | null {
  const circle = circleAround(outermost(rimOf(slices)), resolution)
  if (circle === null) return null
  // The rim leaves out points that stand out by less.
  const reach = Math.max(...slices.map((slice) => reachOf(slice, circle)))
  return circleReaching(circle, reach, resolution)
}

/** About the smallest circle around outermost points, not yet with all that lies between them; null where it is too wide. */
export function circleAround(rim: Rim, resolution: Resolution): Circle | null {
  if (rim.length === 0) return null
  const all = Array.from({ length: rim.length / 3 }, (_, index) => index)
  const at = latLngOf(enclosingCenter(rim, all, CENTERING_STEPS))
  const center = { lat: Number(at.lat.toFixed(6)), lng: Number(at.lng.toFixed(6)) }
  return circleReaching(center, reachTo(rim, pointOf(center)), resolution)
}

function circleReaching({ lat, lng }: LatLng, reach: number, resolution: Resolution): Circle | null {
  const rimAt = (km: number) => km - surelyWithinKm({ lat, lng, radius_km: km }, resolution)
  // A wider circle may reach larger cells, which make its own rim wider.
  const radius_km = Math.ceil((reach + 1.01 * rimAt(reach + 1.1 * rimAt(reach))) * 1000) / 1000
  return radius_km > RADIUS_KM_MAX ? null : { lat, lng, radius_km }
}

/** How far from a point the farthest cell of a slice is, in km. */
export function reachOf(slice: Slice, from: LatLng): number {
  return reachTo(slicePoints(slice), pointOf(from))
}

function reachTo(points: Float64Array, center: Point): number {
  let closeness = 1
  const size = points.length / 3
  for (let i = 0; i < size; i++) closeness = Math.min(closeness, dotAt(points, i, center))
  return EARTH_RADIUS_KM * Math.acos(Math.max(-1, closeness))
}

// Filling a call up asks for the same slices again and again.
const rims = new WeakMap<Slice, Float64Array>()

/** The cells of a slice that are farthest from its middle, each in another direction. */
function rimOfSlice(slice: Slice): Float64Array {
  const known = rims.get(slice)
  if (known !== undefined) return known
  const rim = findRim(slice)
  rims.set(slice, rim)
  return rim
}

function findRim(slice: Slice): Float64Array {
  const points = slicePoints(slice)
  const size = slice.cells.length
  if (size <= DIRECTIONS) return points
  const ways = directions(middleOf(points, 0, size), DIRECTIONS)
  return pointsAt(points, [...new Set(ways.map((way) => farthest(points, size, way)))])
}

function pointsAt(points: Float64Array, indexes: readonly number[]): Float64Array {
  const picked = new Float64Array(3 * indexes.length)
  for (const [at, index] of indexes.entries()) picked.set(points.subarray(3 * index, 3 * index + 3), 3 * at)
  return picked
}

function directions(middle: Point, count: number): Point[] {
  const east = unit(crossOf([0, 0, 1], middle))
  const north = crossOf(middle, east)
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count)]
    return [x * east[0] + y * north[0], x * east[1] + y * north[1], x * east[2] + y * north[2]]
  })
}

function farthest(points: Float64Array, size: number, [x, y, z]: Point): number {
  let found = 0
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < size; i++) {
    const dot = (points[3 * i] as number) * x + (points[3 * i + 1] as number) * y + (points[3 * i + 2] as number) * z
    if (dot > most) [found, most] = [i, dot]
  }
  return found
}
