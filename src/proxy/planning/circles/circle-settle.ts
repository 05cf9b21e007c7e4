import { EARTH_RADIUS_KM } from '../../../domain/distance.ts'
import { enclosingCenter } from './circle-cover.ts'
import { angleBetween, dotAt, type Points, pointAt } from './ground.ts'
import type { Reach } from './largest-circle.ts'
import type { Point } from './tile-points.ts'

// More rounds and exacter centres take longer than the circles that they save are worth.
const ROUNDS = 120
const CENTERING_STEPS = 20
/** After so many rounds in which the farthest point came no nearer, a circle jumps. */
const VAIN_ROUNDS = 6
/** By what share of its distance the farthest point has to come nearer. */
const LEAST_GAIN = 5e-4

/** Circles that together hold every point of a ground. */
export interface Cover {
  readonly centers: readonly Point[]
  /** The index of the circle with the shortest reach. */
  readonly idlest: number
}

/**
 * Moves circles until they cover all of the ground; null when that does not succeed. Round by round, each goes to the
 * middle of the points nearest to it. When that no longer helps, the circle with the shortest reach jumps to the point
 * that is farthest outside all of them.
 */
export function settleCircles(ground: Points, begun: readonly Point[], reach: Reach): Cover | null {
  let centers = [...begun]
  let [nearest, vain, jumped] = [Number.POSITIVE_INFINITY, 0, -1]
  for (let round = 0; round < ROUNDS; round++) {
    const owned = pointsOf(ground, centers)
    const stretches = centers.map((center, which) => stretchOf(ground, owned[which] ?? [], center, reach(center)))
    const farthest = stretches.reduce((a, b) => (b.away - b.km > a.away - a.km ? b : a))
    if (farthest.away <= farthest.km) return { centers, idlest: idlestOf(stretches, null) }
    vain = farthest.away < nearest * (1 - LEAST_GAIN) ? 0 : vain + 1
    nearest = Math.min(nearest, farthest.away)
    if (vain <= VAIN_ROUNDS) {
      centers = centers.map((center, which) => {
        const own = owned[which] ?? []
        return own.length === 0 ? center : enclosingCenter(ground.xyz, own, CENTERING_STEPS)
      })
    } else {
      // Not the same one twice, or it could jump back and forth.
      jumped = idlestOf(stretches, jumped)
      centers[jumped] = pointAt(ground.xyz, farthest.index)
      ;[nearest, vain] = [Number.POSITIVE_INFINITY, 0]
    }
  }
  return null
}

/** How far the farthest of a circle's points is, which one that is, and how far the circle reaches. */
interface Stretch {
  readonly index: number
  readonly away: number
  readonly km: number
}

function stretchOf({ xyz }: Points, own: ArrayLike<number>, center: Point, km: number): Stretch {
  let [index, least] = [-1, 1]
  for (let i = 0; i < own.length; i++) {
    const at = own[i] as number
    const dot = dotAt(xyz, at, center)
    if (dot < least) [index, least] = [at, dot]
  }
  return { index, away: EARTH_RADIUS_KM * Math.acos(Math.max(-1, least)), km }
}

function idlestOf(stretches: readonly Stretch[], but: number | null): number {
  const possible = [...stretches.keys()].filter((which) => which !== but)
  const awayOf = (which: number) => stretches[which]?.away ?? 0
  return possible.reduce((a, b) => (awayOf(b) < awayOf(a) ? b : a), possible[0] ?? 0)
}

/** Returns, for each centre, the points that it is the nearest to. */
function pointsOf({ xyz, size, groups }: Points, centers: readonly Point[]): Int32Array[] {
  const owners = new Int32Array(size)
  const counts = new Int32Array(centers.length)
  const away = new Float64Array(centers.length)
  const near = new Int32Array(centers.length)
  // Numbers only, because planning spends its time here.
  const flat = Float64Array.from(centers.flat())
  for (const { start, end, middle, angle } of groups) {
    let closest = Number.POSITIVE_INFINITY
    for (const [which, center] of centers.entries()) {
      const angleTo = angleBetween(middle, center)
      away[which] = angleTo
      closest = Math.min(closest, angleTo)
    }
    // Farther ones are the nearest to no point of the group.
    const most = closest + 2 * angle
    let count = 0
    for (let which = 0; which < centers.length; which++) if ((away[which] as number) <= most) near[count++] = which
    for (let index = start; index < end; index++) {
      const [x, y, z] = [xyz[3 * index] as number, xyz[3 * index + 1] as number, xyz[3 * index + 2] as number]
      let [nearest, highest] = [near[0] as number, -2]
      for (let at = 0; at < count && count > 1; at++) {
        const from = 3 * (near[at] as number)
        const dot = x * (flat[from] as number) + y * (flat[from + 1] as number) + z * (flat[from + 2] as number)
        if (dot > highest) [nearest, highest] = [near[at] as number, dot]
      }
      owners[index] = nearest
      counts[nearest] = (counts[nearest] as number) + 1
    }
  }
  return byOwner(owners, counts)
}

/** Returns the points of each owner, as views of one array. */
function byOwner(owners: Int32Array, counts: Int32Array): Int32Array[] {
  const points = new Int32Array(owners.length)
  const ends = new Int32Array(counts.length)
  for (let which = 1; which < counts.length; which++) ends[which] = (ends[which - 1] ?? 0) + (counts[which - 1] ?? 0)
  const starts = ends.slice()
  for (let index = 0; index < owners.length; index++) {
    const which = owners[index] as number
    const at = ends[which] as number
    points[at] = index
    ends[which] = at + 1
  }
  return Array.from(counts, (count, which) => points.subarray(starts[which], (starts[which] ?? 0) + count))
}
