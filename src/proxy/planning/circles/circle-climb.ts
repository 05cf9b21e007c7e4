import { EARTH_RADIUS_KM } from '../../../domain/distance.ts'
import { cosineOfKm, crossOf, type Point, samplePoints, unit } from './tile-points.ts'

// How far circles are moved, in shares of their radius, in how many directions, and how often all of them are.
const STRIDES = [0.4, 0.2, 0.1, 0.05, 0.02] as const
const DIRECTIONS = 8
const PASSES = 3

/** Enough of the points to tell which place is better. */
const POINTS_MAX = 1_200

/** Moves circles of one radius (km), one at a time, to where they cover more of the points that no other circle covers. */
export function climb(ground: Float64Array, centers: readonly Point[], km: number): Point[] {
  const points = samplePoints(ground, POINTS_MAX)
  const size = points.length / 3
  const least = cosineOfKm(km)
  const covered = new Uint16Array(size)
  const cover = (center: Point, by: 1 | -1) =>
    visit(points, center, least, (i) => (covered[i] = (covered[i] ?? 0) + by))
  const gainOf = ([x, y, z]: Point) => {
    let gain = 0
    for (let i = 0, at = 0; i < size; i++, at += 3) {
      if (covered[i] !== 0) continue
      const dot = (points[at] as number) * x + (points[at + 1] as number) * y + (points[at + 2] as number) * z
      if (dot >= least) gain++
    }
    return gain
  }
  const moved = [...centers]
  for (const center of moved) cover(center, 1)
  for (let pass = 0; pass < PASSES && covered.includes(0); pass++) {
    for (const [which, center] of moved.entries()) {
      cover(center, -1)
      moved[which] = climbOne(center, km / EARTH_RADIUS_KM, gainOf)
      cover(moved[which] ?? center, 1)
    }
  }
  return moved
}

function climbOne(start: Point, radius: number, gainOf: (center: Point) => number): Point {
  let best = { center: start, gain: gainOf(start) }
  for (const stride of STRIDES) {
    for (let isMoving = true; isMoving; ) {
      const steps = pointsAround(best.center, stride * radius, DIRECTIONS).map((center) => ({
        center,
        gain: gainOf(center),
      }))
      const next = steps.reduce((a, b) => (b.gain > a.gain ? b : a), best)
      isMoving = next !== best
      best = next
    }
  }
  return best.center
}

/** So many points around another at an angle in radians. */
export function pointsAround(center: Point, angle: number, count: number): Point[] {
  const east = unit(crossOf([0, 0, 1], center))
  const north = crossOf(center, east)
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [angle * Math.cos((2 * Math.PI * i) / count), angle * Math.sin((2 * Math.PI * i) / count)]
    return unit(
      [0, 1, 2].map((at) => (center[at] ?? 0) + x * (east[at] ?? 0) + y * (north[at] ?? 0)) as unknown as Point,
    )
  })
}

function visit(points: Float64Array, [x, y, z]: Point, least: number, on: (index: number) => void): void {
  for (let i = 0; i < points.length; i += 3) {
    const dot = (points[i] as number) * x + (points[i + 1] as number) * y + (points[i + 2] as number) * z
    if (dot >= least) on(i / 3)
  }
}
