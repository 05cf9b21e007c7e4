import type { Resolution } from '../../domain/cell.ts'
import { spreadCircles } from './circle-cover.ts'
import { peel } from './circle-peel.ts'
import { type Cover, settleCircles } from './circle-settle.ts'
import { type Ground, middleOf } from './ground.ts'
import { largestCircle, type Reach, reachOfLargest } from './largest-circle.ts'
import type { PlanLimits } from './plan.ts'
import { latLngOf, type Point } from './tile-points.ts'

/** More circles take seconds, and lattices alone are nearly as good. */
const CIRCLES_MAX = 150
/** A first covering has hardly ever so many times as many circles as the last one. */
const LARGEST_SAVING = 1.5

/**
 * Returns centres whose circles cover all of the ground, where lists cannot take what circles leave. Takes circles away one
 * by one, for as long as the others can be moved to cover the ground. Null where it would take too long, or hardly come
 * down to `most` circles.
 */
export function chooseCover(
  ground: Ground,
  resolution: Resolution,
  limits: PlanLimits,
  most = Number.POSITIVE_INFINITY,
): readonly Point[] | null {
  const reach = reachOfLargest(resolution, limits)
  const { cells } = largestCircle(latLngOf(middleOf(ground.xyz, 0, ground.size)), resolution, limits)
  const fewest = Math.max(1, Math.ceil(ground.size / Math.max(1, cells)))
  if (fewest > Math.min(CIRCLES_MAX, most)) return null
  let centers = peel(ground, reach)
  if (centers.length > LARGEST_SAVING * most) return null
  let cover = settleCircles(ground, centers, reach)
  while (cover !== null) {
    centers = cover.centers
    cover = centers.length > fewest ? coverWithout(ground, cover, reach) : null
  }
  return centers
}

/** Returns a cover with one circle less, or null where none is found. */
function coverWithout(ground: Ground, { centers, idlest }: Cover, reach: Reach): Cover | null {
  const count = centers.length - 1
  return (
    settleCircles(ground, centers.toSpliced(idlest, 1), reach) ??
    settleCircles(ground, spreadCircles(ground, count, 'spread'), reach) ??
    settleCircles(ground, spreadCircles(ground, count, 'rows'), reach)
  )
}
