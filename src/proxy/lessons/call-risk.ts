import { hasPassed } from '../../server/work/kept-times.ts'
import {
  type CallLessons,
  type CallSize,
  isProvenCall,
  isProvenLength,
  type LimitOf,
  lentTo,
  limitOf,
  REPROBE_AFTER,
} from './call-lessons.ts'
import { borrowLimit, CAUTIOUS, formerSize, type LearnedLimit, type Stakes } from './learned-limit.ts'

/** Calls that a new service may refuse while its limits are learned, ever: refused calls may be charged. */
export const REFUSALS_MAX = 6

/** Milliseconds after which a probe without a recorded end no longer counts: the process that made it is gone. */
export const FORGOTTEN_AFTER = 600_000

/** What making a call may cost: nothing, one of the REFUSALS_MAX, or the month's probe. */
export const RISKS = ['none', 'counted', 'monthly'] as const
export type Risk = (typeof RISKS)[number]

/** What making a call may cost now; null when it must not be made. */
export function riskOf(lessons: CallLessons, size: CallSize, now: Date): Risk | null {
  if (isProvenCall(lessons, size) || limitOf(lessons, size).isShrinking) return 'none'
  // It was accepted before, and refused once.
  if (size.count <= (formerSize(limitOf(lessons, size), now) ?? 0) && isProvenLength(lessons, size.bytes)) return 'none'
  const { left, isDue } = stakesOf(lessons, now)
  const known = knownOf(lessons, size)
  // What was planned before another call was refused may be too large by now.
  const isTooLarge = ({ refused }: LearnedLimit, asked: number) => refused !== null && asked >= refused && !isDue
  // Nobody can ask for less than one cell, so a refusal of it is tried again.
  if ((size.count > 1 && isTooLarge(known, size.count)) || isTooLarge(lessons.bytes, size.bytes)) return null
  // A size accepted elsewhere may be tried here.
  const isLent = size.count <= Math.max(known.accepted, known.hint ?? 0) && isProvenLength(lessons, size.bytes)
  if (isLent && (lessons.isStyleProven || size.kind === 'circles')) return 'none'
  if (isDue) return 'monthly'
  if (countedRefusals(lessons, now) < REFUSALS_MAX) return 'counted'
  // With no refusals left, only the smallest size is tried.
  return left <= 0 && size.count > Math.max(known.accepted, CAUTIOUS) ? null : 'none'
}

/** What is known of a limit, other resolutions and the other kind of call included. */
export function knownOf(lessons: CallLessons, of: LimitOf): LearnedLimit {
  return borrowLimit(limitOf(lessons, of), lentTo(lessons, of))
}

/** Counts a call's risk before it is made. */
export function withRisk(lessons: CallLessons, risk: Risk, now: Date): CallLessons {
  if (risk === 'counted') {
    return { ...lessons, underWay: [...notForgotten(lessons.underWay, now), now.toISOString()] }
  }
  return risk === 'monthly' ? { ...lessons, probed_at: now.toISOString() } : lessons
}

/** Takes back the risk of a call that was not refused. */
export function withoutRisk(lessons: CallLessons, risk: Risk): CallLessons {
  // It does not matter which of those under way it was.
  if (risk === 'counted') return { ...lessons, underWay: lessons.underWay.slice(1) }
  return risk === 'monthly' ? withProbeDue(lessons) : lessons
}

/** The lessons with the month's probe due now. */
export function withProbeDue(lessons: CallLessons): CallLessons {
  return { ...lessons, probed_at: new Date(0).toISOString() }
}

/** Turns the risk of a call into a refusal. */
export function withRefusal(lessons: CallLessons, risk: Risk): CallLessons {
  if (risk !== 'counted') return lessons
  return { ...lessons, underWay: lessons.underWay.slice(1), refusals: lessons.refusals + 1 }
}

/** What may be risked now. */
export function stakesOf(lessons: CallLessons, now: Date): Stakes {
  const { isStyleProven, probed_at } = lessons
  // One is kept for learning that lists are written in the other style.
  const left = REFUSALS_MAX - countedRefusals(lessons, now) - (isStyleProven ? 0 : 1)
  return { left, isDue: hasPassed(probed_at, REPROBE_AFTER, now) }
}

function countedRefusals({ refusals, underWay }: CallLessons, now: Date): number {
  return refusals + notForgotten(underWay, now).length
}

function notForgotten(underWay: readonly string[], now: Date): string[] {
  return underWay.filter((begun) => !hasPassed(begun, FORGOTTEN_AFTER, now))
}
