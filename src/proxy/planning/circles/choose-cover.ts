import type { Resolution } from '../../../domain/cell.ts'
import type { PlanLimits } from '../calls/plan.ts'
import { spreadCircles } from './circle-cover.ts'
import { peel } from './circle-peel.ts'
import { type Cover, settleCircles } from './circle-settle.ts'
import { type Ground, middleOf, thinned } from './ground.ts'
import { largestCircle, reachOfLargest } from './largest-circle.ts'
import { latLngOf, type Point } from './tile-points.ts'

/** More circles take seconds, and lattices alone are nearly as good. */
const CIRCLES_MAX = 150
/** A first covering hardly ever has more circles than this many times the last one's. */
const LARGEST_SAVING = 1.5

/** Enough of the points to move circles by; only the last steps need all of them. */
const POINTS_MAX = 6_000

/**
 * Returns centres whose circles cover all of the ground, for services where lists cannot take leftover cells. Removes
 * circles one by one, as long as the others can move to cover the ground. Null if that would take too long, or hardly
 * get down to `most` circles.
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
  const sample = thinned(ground, POINTS_MAX)
  const settle: Settling = (begun) => {
    const settled = settleCircles(sample, begun, reach)
    return sample === ground || settled === null ? settled : settleCircles(ground, settled.centers, reach)
  }
  let cover = settle(centers)
  while (cover !== null) {
    centers = cover.centers
    cover = centers.length > fewest ? coverWithout(ground, cover, settle) : null
  }
  return centers
}

/** Moves circles until they cover the ground; null when that does not succeed. */
type Settling = (begun: readonly Point[]) => Cover | null

/** Returns a cover with one circle less, or null where none is found. */
function coverWithout(ground: Ground, { centers, idlest }: Cover, settle: Settling): Cover | null {
  const count = centers.length - 1
  return (
    settle(centers.toSpliced(idlest, 1)) ??
    settle(spreadCircles(ground, count, 'spread')) ??
    settle(spreadCircles(ground, count, 'rows'))
  )
}
