import type { LatLng } from '../../domain/distance.ts'
import {
  CORNERS_MAX,
  CORNERS_MIN,
  type PolygonFault,
  polygonFault,
  polygonKm2,
  unwrapped,
} from '../../domain/polygon.ts'

/** How much of its size an outline may gain or lose: figures of a larger difference would be those of other ground. */
const SIZE_CHANGE_MAX = 0.1

/**
 * Returns an outline with at most as many corners as an area may have, as close to the given one as that allows, or what is wrong
 * with it: too many corners, if fewer would make another area of it. No two neighbouring corners may be the same.
 */
export function fewCorners(corners: readonly LatLng[]): readonly LatLng[] | PolygonFault {
  if (corners.length <= CORNERS_MAX) return polygonFault(corners) ?? corners
  const telling = mostTelling(pointsOf(corners), CORNERS_MAX)
  const km2 = polygonKm2(corners)
  // Simplified edges may cross where a bay is narrow; with fewer corners, the bay is gone.
  for (let count = telling.length; count >= CORNERS_MIN; count--) {
    const kept = telling.slice(0, count).sort((a, b) => a - b)
    const few = kept.map((index) => corners[index] as LatLng)
    const fault = polygonFault(few)
    if (fault === null && Math.abs(polygonKm2(few) / km2 - 1) <= SIZE_CHANGE_MAX) return few
    if (fault !== null && fault !== 'crossing' && count === telling.length) return fault
  }
  return 'too_many'
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
}

/** Corners in a plane in which degrees have the same length in both directions. */
function pointsOf(corners: readonly LatLng[]): Point[] {
  const mean = corners.reduce((sum, { lat }) => sum + lat, 0) / corners.length
  const width = Math.cos((mean * Math.PI) / 180)
  return unwrapped(corners).map(({ lat, lng }) => ({ x: lng * width, y: lat }))
}

/** A stretch of an outline between two corners that are kept, and the corner of it that is farthest from their line. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly farthest: number
  readonly distance: number
}

/**
 * Returns the positions of so many corners, the most telling first: each time the one that is farthest from what the others draw.
 * These are the corners that Douglas and Peucker’s method keeps, without their recursion, which is as deep as an outline is long.
 */
function mostTelling(points: readonly Point[], most: number): number[] {
  const kept = [0]
  let stretches = [stretchOf(points, 0, points.length)]
  while (kept.length < most) {
    const widest = stretches.reduce((one, other) => (other.distance > one.distance ? other : one))
    const { from, to, farthest } = widest
    if (farthest === from) break
    kept.push(farthest)
    stretches = stretches.filter((each) => each !== widest)
    stretches.push(stretchOf(points, from, farthest), stretchOf(points, farthest, to))
  }
  return kept
}

/** The stretch between two corners; the one behind the last is the first again. */
function stretchOf(points: readonly Point[], from: number, to: number): Stretch {
  const [start, end] = [points[from] as Point, points[to % points.length] as Point]
  let [farthest, distance] = [from, -1]
  for (let index = from + 1; index < to; index++) {
    const own = distanceToLine(points[index] as Point, start, end)
    if (own > distance) [farthest, distance] = [index, own]
  }
  return { from, to, farthest, distance }
}

/** The distance to the nearest point of the line between two points. */
function distanceToLine(point: Point, start: Point, end: Point): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const length2 = dx * dx + dy * dy
  const along = length2 === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length2
  const at = Math.max(0, Math.min(1, along))
  return Math.hypot(point.x - start.x - at * dx, point.y - start.y - at * dy)
}
