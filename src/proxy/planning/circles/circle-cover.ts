import { dotAt, type Ground, middleOf, pointAt, visitWithin } from './ground.ts'
import { crossOf, type Point, samplePoints, unit } from './tile-points.ts'

// Enough rounds for circles to settle, and enough points to show the ground's shape; more improve next to nothing.
const ROUNDS = 6
const CENTERING_STEPS = 10
const SAMPLE_POINTS = 600
const SAMPLE_POINTS_A_CIRCLE = 24

/** Where to begin: points far from one another, or rows and columns along the ground's longer side. */
export type Start = 'spread' | 'rows'

/** Centres for so many circles of one radius (km) that together cover much of the ground. */
export function spreadCircles(ground: Ground, count: number, start: Start): Point[] {
  const sample = samplePoints(ground.xyz, Math.max(SAMPLE_POINTS, SAMPLE_POINTS_A_CIRCLE * count))
  const size = sample.length / 3
  let centers = start === 'spread' ? farApart(sample, size, count) : inRows(sample, size, count)
  for (let round = 0; round < ROUNDS; round++) {
    const nearest = nearestCenters(sample, size, centers)
    centers = centers.map((center, which) => {
      const own = nearest[which] ?? []
      return own.length === 0 ? center : enclosingCenter(sample, own)
    })
  }
  return centers
}

function farApart(sample: Float64Array, size: number, count: number): Point[] {
  const centers: Point[] = []
  const closest = new Float64Array(size).fill(-1)
  let next = farthestFrom(sample, size, middleOf(sample, 0, size))
  while (centers.length < count) {
    const center = pointAt(sample, next)
    centers.push(center)
    next = 0
    for (let i = 0; i < size; i++) {
      closest[i] = Math.max(closest[i] ?? -1, dotAt(sample, i, center))
      if ((closest[i] ?? 1) < (closest[next] ?? 1)) next = i
    }
  }
  return centers
}

function farthestFrom(sample: Float64Array, size: number, from: Point): number {
  let farthest = 0
  let least = 2
  for (let i = 0; i < size; i++) {
    const dot = dotAt(sample, i, from)
    if (dot < least) [farthest, least] = [i, dot]
  }
  return farthest
}

/** Cuts the ground across its longer side into parts of equal size, and each of them the other way. */
function inRows(sample: Float64Array, size: number, count: number): Point[] {
  const middle = middleOf(sample, 0, size)
  const end = pointAt(sample, farthestFrom(sample, size, middle))
  const along = unit(minus(end, middle))
  const across: Point = crossOf(middle, along)
  const order = Array.from({ length: size }, (_, i) => i)
  const [long, wide] = [along, across].map((axis) => spanOf(sample, size, axis))
  const rows = Math.max(1, Math.min(count, Math.round(Math.sqrt((count * (long ?? 1)) / Math.max(1e-9, wide ?? 1)))))
  order.sort((a, b) => dotAt(sample, a, along) - dotAt(sample, b, along))
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const [from, to] = [Math.floor((row * count) / rows), Math.floor(((row + 1) * count) / rows)]
    const own = order.slice(Math.floor((from * size) / count), Math.floor((to * size) / count))
    own.sort((a, b) => dotAt(sample, a, across) - dotAt(sample, b, across))
    return Array.from({ length: to - from }, (_, i) => {
      const part = own.slice(
        Math.floor((i * own.length) / (to - from)),
        Math.floor(((i + 1) * own.length) / (to - from)),
      )
      return part.length === 0 ? middle : enclosingCenter(sample, part)
    })
  })
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function spanOf(sample: Float64Array, size: number, axis: Point): number {
  let [least, most] = [2, -2]
  for (let i = 0; i < size; i++) {
    const dot = dotAt(sample, i, axis)
    least = Math.min(least, dot)
    most = Math.max(most, dot)
  }
  return most - least
}

function nearestCenters(sample: Float64Array, size: number, centers: readonly Point[]): number[][] {
  const nearest = centers.map((): number[] => [])
  // Flat arrays, because planning spends its time here.
  const flat = Float64Array.from(centers.flat())
  for (let i = 0; i < 3 * size; i += 3) {
    const [x, y, z] = [sample[i] as number, sample[i + 1] as number, sample[i + 2] as number]
    let best = 0
    let most = -2
    for (let at = 0; at < flat.length; at += 3) {
      const dot = x * (flat[at] as number) + y * (flat[at + 1] as number) + z * (flat[at + 2] as number)
      if (dot > most) {
        best = at
        most = dot
      }
    }
    nearest[best / 3]?.push(i / 3)
  }
  return nearest
}

/** About the centre of the smallest circle around points (Bădoiu and Clarkson: go to the farthest, ever less far). */
export function enclosingCenter(sample: Float64Array, own: ArrayLike<number>, steps = CENTERING_STEPS): Point {
  let [x, y, z] = meanOf(sample, own)
  for (let step = 2; step < 2 + steps; step++) {
    let farthest = 0
    let least = 2
    // Numbers only, because planning spends its time here.
    for (let i = 0; i < own.length; i++) {
      const at = 3 * (own[i] as number)
      const dot = (sample[at] as number) * x + (sample[at + 1] as number) * y + (sample[at + 2] as number) * z
      if (dot < least) {
        farthest = at
        least = dot
      }
    }
    x += ((sample[farthest] ?? 0) - x) / step
    y += ((sample[farthest + 1] ?? 0) - y) / step
    z += ((sample[farthest + 2] ?? 0) - z) / step
    const length = Math.hypot(x, y, z) || 1
    x /= length
    y /= length
    z /= length
  }
  return [x, y, z]
}

function meanOf(sample: Float64Array, own: ArrayLike<number>): Point {
  const sum: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < own.length; at++) {
    const i = own[at] as number
    sum[0] += sample[3 * i] ?? 0
    sum[1] += sample[3 * i + 1] ?? 0
    sum[2] += sample[3 * i + 2] ?? 0
  }
  return unit(sum)
}

/** How many points no circle before it covers, for each circle; circles that cover most come first. */
export function gainsOf(ground: Ground, centers: readonly Point[], km: number): { center: Point; gain: number }[] {
  const taken = new Uint8Array(ground.size)
  const reach = centers.map((center) => ({ center, gain: countWithin(ground, center, km) }))
  reach.sort((a, b) => b.gain - a.gain)
  return reach.map(({ center }) => {
    let gain = 0
    visitWithin(ground, center, km, (index) => {
      if (taken[index] === 0) gain++
      taken[index] = 1
    })
    return { center, gain }
  })
}

function countWithin(ground: Ground, center: Point, km: number): number {
  let count = 0
  visitWithin(ground, center, km, () => {
    count++
  })
  return count
}
