import { EARTH_RADIUS_KM } from '../../domain/distance.ts'
import { pointsAround } from './circle-climb.ts'
import { dotAt, type Ground, middleOf, visitWithin } from './ground.ts'
import type { Reach } from './largest-circle.ts'
import { cosineOfKm, type Point } from './tile-points.ts'

/** Where a circle's centre is tried around the outermost point that it has to cover: shares of its reach, and directions. */
const SHARES = [0.4, 0.6, 0.75, 0.87, 0.97] as const
const DIRECTIONS = 16
/** Then it is moved by these shares of its reach. */
const STRIDES = [0.1, 0.05, 0.02] as const
/** How much more the outermost points count than the innermost: covering them first leaves no slivers behind. */
const PULLS = [0, 1.5] as const
/** Enough of the points to tell which place is better. */
const NEAR_MAX = 800
/** From how many sides covering begins. */
const SIDES = 4

/**
 * Returns centres of circles that together cover all of the ground. From one side to the other, each covers the outermost
 * point that is left, and as much beside it as it can. Of several sides, the one that takes the fewest circles. Null where it
 * takes `most` circles or more.
 */
export function coverAll(ground: Ground, reach: Reach, most: number): readonly Point[] | null {
  let best: readonly Point[] | null = null
  for (const side of sidesOf(ground)) {
    for (const pull of PULLS) {
      const fewest: number = best?.length ?? most
      best = coverFrom(ground, reach, { side, pull, begun: [], most: fewest }) ?? best
    }
  }
  return best
}

/** The same from one side for what some circles leave; the centres begin with theirs. */
export function coverRest(
  ground: Ground,
  reach: Reach,
  begun: readonly Point[],
  most: number,
): readonly Point[] | null {
  const [side] = sidesOf(ground)
  return side === undefined ? null : coverFrom(ground, reach, { side, pull: Math.max(...PULLS), begun, most })
}

function sidesOf(ground: Ground): Point[] {
  return pointsAround(middleOf(ground.xyz, 0, ground.size), Math.PI / 2, SIDES)
}

interface Covering {
  readonly side: Point
  readonly pull: number
  readonly begun: readonly Point[]
  readonly most: number
}

function coverFrom(ground: Ground, reach: Reach, { side, pull, begun, most }: Covering): Point[] | null {
  const taken = new Uint8Array(ground.size)
  const cover = (center: Point) => visitWithin(ground, center, reach(center), (index) => (taken[index] = 1))
  const centers = [...begun]
  for (const center of begun) cover(center)
  const outward = Float64Array.from({ length: ground.size }, (_, index) => dotAt(ground.xyz, index, side))
  const left = Array.from(outward.keys()).filter((index) => taken[index] === 0)
  for (const index of left.sort((a, b) => (outward[b] ?? 0) - (outward[a] ?? 0))) {
    if (taken[index] === 1) continue
    if (centers.length + 1 >= most) return null
    const [x = 0, y = 0, z = 0] = ground.xyz.subarray(3 * index, 3 * index + 3)
    const outermost: Point = [x, y, z]
    const km = reach(outermost)
    const center = bestCenter(outermost, km, pointsNear(ground, outermost, km, { taken, outward, pull }))
    const isHeld = isWithin(center, outermost, cosineOfKm(reach(center)))
    centers.push(isHeld ? center : outermost)
    cover(isHeld ? center : outermost)
  }
  return centers
}

/** Points left to cover, as x, y, z and weight of each in turn. */
type Weighted = Float64Array

/** Returns what a circle around a point's neighbourhood could bring. */
function pointsNear(
  ground: Ground,
  outermost: Point,
  km: number,
  { taken, outward, pull }: { taken: Uint8Array; outward: Float64Array; pull: number },
): Weighted {
  const found: number[] = []
  let left = 0
  const depth = (2 * km) / EARTH_RADIUS_KM
  let highest = -2
  visitWithin(ground, outermost, 2 * km, (index) => {
    if (taken[index] === 1) return
    highest = Math.max(highest, outward[index] ?? 0)
    left++
  })
  const stride = Math.ceil(left / NEAR_MAX)
  let at = 0
  visitWithin(ground, outermost, 2 * km, (index) => {
    if (taken[index] === 1 || at++ % stride > 0) return
    const weight = 1 + pull * Math.max(0, 1 - (highest - (outward[index] ?? 0)) / depth)
    found.push(ground.xyz[3 * index] ?? 0, ground.xyz[3 * index + 1] ?? 0, ground.xyz[3 * index + 2] ?? 0, weight)
  })
  return Float64Array.from(found)
}

/** Returns the centre of the circle that holds a point and weighs most. */
function bestCenter(outermost: Point, km: number, near: Weighted): Point {
  const radius = km / EARTH_RADIUS_KM
  const least = cosineOfKm(km)
  const gainOf = ([x, y, z]: Point) => {
    let gain = 0
    for (let i = 0; i < near.length; i += 4) {
      const dot = (near[i] as number) * x + (near[i + 1] as number) * y + (near[i + 2] as number) * z
      if (dot >= least) gain += near[i + 3] as number
    }
    return gain
  }
  let best = { center: outermost, gain: gainOf(outermost) }
  const consider = (center: Point) => {
    const gain = gainOf(center)
    if (gain > best.gain) best = { center, gain }
  }
  for (const share of SHARES) for (const center of pointsAround(outermost, share * radius, DIRECTIONS)) consider(center)
  for (const stride of STRIDES) {
    for (const center of pointsAround(best.center, stride * radius, DIRECTIONS / 2)) {
      if (isWithin(center, outermost, least)) consider(center)
    }
  }
  return best.center
}

function isWithin(a: Point, b: Point, least: number): boolean {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] >= least
}
