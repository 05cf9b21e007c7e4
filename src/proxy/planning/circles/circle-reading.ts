import { z } from 'zod'
import { RADIUS_KM_MAX } from '../../../contract/limits.ts'
import { hasPassed } from '../../../server/work/kept-times.ts'
import { type CircleEvidence, CORE_SHARE } from '../../tiles/circle-ground.ts'
import type { Call, PlanLimits } from '../calls/plan.ts'

/** What is known about the ground that a service takes a circle for. */
export const circleReading = z.object({
  /** True once an answer has shown that circles are round; later answers are no longer checked. */
  isRound: z.boolean(),
  /** The farthest that answers have covered in every direction, as a share of the radius. */
  shown: z.number(),
  /** The share of a circle's radius that calls are planned for. */
  share: z.number(),
  /** When an answer last covered less than was planned; ISO 8601. */
  short_at: z.string().nullable(),
})
export type CircleReading = z.infer<typeof circleReading>

/** Circles are taken for round until an answer falls short, so that services with round ones cost no call more. */
export const FIRST_READING: CircleReading = { isRound: false, shown: 0, share: 1, short_at: null }

/** Milliseconds after which circles that fell short are tried again at their full width. */
const SHORT_KEPT = 30 * 86_400_000

/** Returns the reading after one more answer. The share never grows again before `SHORT_KEPT`, so that planning ends. */
export function learnCircle(
  known: CircleReading,
  { reach, isRound, isShort }: CircleEvidence,
  now: Date,
): CircleReading {
  if (known.isRound || isRound) return { ...known, isRound: true, share: 1 }
  const shown = Math.max(known.shown, reach)
  if (!isShort) return { ...known, shown }
  const share = known.share === 1 ? Math.max(CORE_SHARE, Math.min(shown, 0.95)) : CORE_SHARE
  return { ...known, shown, share, short_at: now.toISOString() }
}

/** The share of a circle's radius to plan calls for now. */
export function plannedShare({ share, short_at }: CircleReading, now: Date): number {
  return short_at !== null && hasPassed(short_at, SHORT_KEPT, now) ? 1 : share
}

/** Limits for planning circles of that share, which are sent wider; `widest`: candidates of the widest circle allowed. */
export function narrowed(limits: PlanLimits, share: number, widest: number): PlanLimits {
  if (share === 1) return limits
  const most = (candidates: number) => Math.floor(0.99 * share ** 2 * Math.min(candidates, 0.95 * widest))
  return { ...limits, circleCells: most(limits.circleCells), filledCircle: most(limits.filledCircle) }
}

/** A call as it is sent when only that share of a circle's radius is surely covered. */
export function widenedCall(call: Call, share: number): Call {
  const { selector } = call
  if (share === 1 || selector.kind !== 'circle') return call
  const radius_km = Math.min(RADIUS_KM_MAX, Math.ceil((selector.radius_km / share) * 1_000) / 1_000)
  return { ...call, selector: { ...selector, radius_km } }
}
