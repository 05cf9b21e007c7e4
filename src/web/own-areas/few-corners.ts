import simplify from 'simplify-js'
import type { LatLng } from '../../domain/distance.ts'
import { CORNERS_MAX, type PolygonFault, polygonFault, unwrapped } from '../../domain/polygon.ts'

/** How often the tolerance is halved: to a millionth of the outline's size. */
const HALVINGS = 20
/** How often a larger tolerance is tried where the edges of a simplified outline cross. */
const LARGER_TRIES = 12

/**
 * Returns an outline with at most as many corners as an area may have, as close to the given one as that allows, or what is wrong
 * with it. No two neighbouring corners may be the same.
 */
export function fewCorners(corners: readonly LatLng[]): readonly LatLng[] | PolygonFault {
  if (corners.length <= CORNERS_MAX) return checked(corners)
  const points = pointsOf(corners)
  let tolerance = leastTolerance(points)
  let found = checked(cornersAt(points, corners, tolerance))
  for (let tries = 0; found === 'crossing' && tries < LARGER_TRIES; tries++) {
    tolerance *= 1.25
    found = checked(cornersAt(points, corners, tolerance))
  }
  return found
}

function checked(corners: readonly LatLng[]): readonly LatLng[] | PolygonFault {
  return polygonFault(corners) ?? corners
}

/** Returns an outline without corners that the next one repeats, as the first repeats the last one of a closed ring. */
export function withoutRepeats(ring: readonly LatLng[]): LatLng[] {
  return ring.filter(({ lat, lng }, index) => {
    const next = ring[(index + 1) % ring.length]
    return ring.length === 1 || lat !== next?.lat || lng !== next.lng
  })
}

interface Point {
  readonly x: number
  readonly y: number
  readonly index: number
}

/** Corners in a plane in which degrees have the same length in both directions. */
function pointsOf(corners: readonly LatLng[]): Point[] {
  const mean = corners.reduce((sum, { lat }) => sum + lat, 0) / corners.length
  const width = Math.cos((mean * Math.PI) / 180)
  return unwrapped(corners).map(({ lat, lng }, index) => ({ x: lng * width, y: lat, index }))
}

/** The smallest tolerance, in degrees, that leaves no more corners than an area may have. */
function leastTolerance(points: readonly Point[]): number {
  const ys = points.map(({ y }) => y)
  const xs = points.map(({ x }) => x)
  let enough = Math.max(largest(ys) + largest(ys.map((y) => -y)), largest(xs) + largest(xs.map((x) => -x)))
  let tooSmall = 0
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (enough + tooSmall) / 2
    if (simplify([...points], middle, true).length > CORNERS_MAX) tooSmall = middle
    else enough = middle
  }
  return enough
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
}

function cornersAt(points: readonly Point[], corners: readonly LatLng[], tolerance: number): LatLng[] {
  return (simplify([...points], tolerance, true) as Point[]).map(({ index }) => corners[index] as LatLng)
}
