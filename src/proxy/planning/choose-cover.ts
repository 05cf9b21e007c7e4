import type { Resolution } from '../../domain/cell.ts'
import { climb } from './circle-climb.ts'
import { gainsOf, spreadCircles } from './circle-cover.ts'
import { latticeCenters } from './circle-lattice.ts'
import { createPeeling } from './circle-peel.ts'
import { type Ground, middleOf } from './ground.ts'
import { largestCircle, reachOfLargest } from './largest-circle.ts'
import type { PlanLimits } from './plan.ts'
import { latLngOf, type Point } from './tile-points.ts'

/** Circles that bring less than such a share of what they could are laid in another way. */
const LEAST_SHARES = [0, 0.3] as const
/** How many circles at least are worth the time of laying lattices, and how many at most that of the others. */
const LATTICE_FROM = 10
const SEARCHED_MAX = 25
const FROM_ALL_SIDES_MAX = 40
const CLIMBING_MAX = 6
const SHIFTS = [0, 0.25, 0.5, 0.75] as const
/** More circles take seconds, and lattices alone are nearly as good. */
const CIRCLES_MAX = 150

/**
 * Returns centres whose circles cover all of the ground, where lists cannot take what circles leave: the fewest of several
 * coverings, each finished from one side to the other. Null where it takes `most` circles or more, or too long.
 */
export function chooseCover(
  ground: Ground,
  resolution: Resolution,
  limits: PlanLimits,
  most: number,
): readonly Point[] | null {
  const reach = reachOfLargest(resolution, limits)
  const { sure, cells } = largestCircle(latLngOf(middleOf(ground.xyz, 0, ground.size)), resolution, limits)
  const fewest = Math.max(1, Math.ceil(ground.size / Math.max(1, cells)))
  if (fewest > CIRCLES_MAX) return null
  const peeling = createPeeling(ground, reach)
  let best = fewest > FROM_ALL_SIDES_MAX ? null : peeling.all(most)
  const finish = (gains: readonly { center: Point; gain: number }[]) => {
    for (const share of LEAST_SHARES) {
      const begun = gains.filter(({ gain }) => gain > share * cells).map(({ center }) => center)
      best = peeling.rest(begun, best?.length ?? most) ?? best
    }
  }
  if (fewest >= LATTICE_FROM) {
    for (const shift of SHIFTS) finish(gainsOf(ground, latticeCenters(ground, sure, { stretch: 1, shift }), sure))
  }
  for (let count = fewest; count < (best?.length ?? most) && fewest <= SEARCHED_MAX; count++) {
    for (const start of ['rows', 'spread'] as const) {
      const spread = spreadCircles(ground, count, start)
      finish(gainsOf(ground, count > CLIMBING_MAX ? spread : climb(ground.xyz, spread, sure), sure))
    }
  }
  return best
}
