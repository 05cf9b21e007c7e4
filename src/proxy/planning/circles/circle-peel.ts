import { EARTH_RADIUS_KM } from '../../../domain/distance.ts'
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
 * Returns centres of circles that cover all of the ground. From one side to the other, each circle covers the outermost
 * point that is left, and as many others as it can. Starts from several sides and keeps the result with the fewest
 * circles.
 */
export function peel(ground: Ground, reach: Reach): readonly Point[] {
  let best: readonly Point[] | null = null
  for (const direction of pointsAround(middleOf(ground.xyz, 0, ground.size), Math.PI / 2, SIDES)) {
    const side = sideOf(ground, direction)
    for (const pull of PULLS) {
      const most: number = best?.length ?? Number.POSITIVE_INFINITY
      best = coverFrom(ground, reach, { side, pull, most }) ?? best
    }
  }
  return best ?? []
}

/** How far out each point lies in one direction, and the points from the outermost to the innermost. */
interface Side {
  readonly outward: Float64Array
  readonly order: Uint32Array
}

function sideOf(ground: Ground, direction: Point): Side {
  const outward = Float64Array.from({ length: ground.size }, (_, index) => dotAt(ground.xyz, index, direction))
  const order = Uint32Array.from(outward.keys())
  return { outward, order: order.sort((a, b) => (outward[b] ?? 0) - (outward[a] ?? 0)) }
}

interface Covering {
  readonly side: Side
  readonly pull: number
  readonly most: number
}

/** Null where it takes `most` circles or more. */
function coverFrom(ground: Ground, reach: Reach, { side, pull, most }: Covering): Point[] | null {
  const { outward, order } = side
  const taken = new Uint8Array(ground.size)
  const cover = (center: Point) => visitWithin(ground, center, reach(center), (index) => (taken[index] = 1))
  const centers: Point[] = []
  for (const index of order) {
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
  const depth = (2 * km) / EARTH_RADIUS_KM
  let highest = -2
  const left: number[] = []
  visitWithin(ground, outermost, 2 * km, (index) => {
    if (taken[index] === 1) return
    highest = Math.max(highest, outward[index] ?? 0)
    left.push(index)
  })
  const stride = Math.max(1, Math.ceil(left.length / NEAR_MAX))
  const found = new Float64Array(4 * Math.ceil(left.length / stride))
  for (let at = 0, to = 0; at < left.length; at += stride, to += 4) {
    const index = left[at] ?? 0
    found[to] = ground.xyz[3 * index] ?? 0
    found[to + 1] = ground.xyz[3 * index + 1] ?? 0
    found[to + 2] = ground.xyz[3 * index + 2] ?? 0
    found[to + 3] = 1 + pull * Math.max(0, 1 - (highest - (outward[index] ?? 0)) / depth)
  }
  return found
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
