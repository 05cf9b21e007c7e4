import { hasPassed } from '../../server/work/kept-times.ts'
import type { CallLessons } from './call-lessons.ts'
import { REFUSALS_MAX } from './call-risk.ts'
import { NOTHING_LEARNED } from './learned-limit.ts'

/** Calls that may be refused while the limits of a larger plan are learned. */
const REFUSALS_AGAIN = 3
/** Milliseconds between two such times: the allowance that a service states may go up and down. */
const LEARNED_AGAIN = 86_400_000

/**
 * The lessons once the service states this allowance for a cycle; the same object where that is no news. A larger allowance
 * is most likely that of a larger plan, whose calls may be larger too, so sizes that were refused are tried again.
 */
export function withAllowance(lessons: CallLessons, limit: number | null, now: Date): CallLessons {
  const { allowance } = lessons
  if (limit === null || limit === allowance?.limit) return lessons
  const isLarger = allowance !== null && limit > allowance.limit
  if (!isLarger) return { ...lessons, allowance: { limit, raised_at: allowance?.raised_at ?? null } }
  if (allowance.raised_at !== null && !hasPassed(allowance.raised_at, LEARNED_AGAIN, now)) return lessons
  return {
    ...lessons,
    allowance: { limit, raised_at: now.toISOString() },
    refusals: REFUSALS_MAX - REFUSALS_AGAIN,
    cells: withoutRefused(lessons.cells),
    circles: withoutRefused(lessons.circles),
  }
}

function withoutRefused(limits: CallLessons['cells']): CallLessons['cells'] {
  const opened = Object.entries(limits).map(([key, { accepted }]) => [key, { ...NOTHING_LEARNED, accepted }])
  return Object.fromEntries(opened)
}
