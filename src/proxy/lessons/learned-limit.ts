import { z } from 'zod'
import { hasPassed } from '../../server/work/kept-times.ts'
import { bestGuess } from './best-guess.ts'

/**
 * What is known about a limit that the service never states: the largest accepted size, the smallest refused size, the
 * limit it named, and whether it has refused a size that it once accepted: the largest such, the smallest refused one
 * until then, and when (ISO 8601).
 */
export const learnedLimit = z.object({
  accepted: z.int().nonnegative(),
  refused: z.int().positive().nullable(),
  hint: z.int().positive().nullable(),
  isShrinking: z.boolean(),
  former: z
    .object({ size: z.int().positive(), refused: z.int().positive().nullable(), at: z.string() })
    .nullable()
    .default(null),
})
export type LearnedLimit = z.infer<typeof learnedLimit>

export const NOTHING_LEARNED: LearnedLimit = {
  accepted: 0,
  refused: null,
  hint: null,
  isShrinking: false,
  former: null,
}

/** What may be risked to learn more. */
export interface Stakes {
  /** Refusals left. */
  readonly left: number
  /** True once a month, when one probe may be refused without being counted. */
  readonly isDue: boolean
}

/**
 * The largest size to try next; at least 1. `callsWith` returns how many calls of a size the purchases at hand take. A
 * size accepted elsewhere (`lent`) is tried, however many refusals are left, until it is refused here.
 */
export function nextSize(
  own: LearnedLimit,
  lent: LearnedLimit,
  callsWith: (size: number) => number,
  stakes: Stakes,
): number {
  const limit = borrowLimit(own, lent)
  const { accepted, refused, hint } = limit
  if (hint !== null) return hint
  // The limit named elsewhere was accepted here; more would be refused.
  if (own.accepted > 0 && own.accepted === lent.hint && !stakes.isDue) return own.accepted
  if (stakes.isDue && accepted > 0) return probedSize(limit)
  if (limit.isShrinking && refused !== null) return Math.max(1, Math.floor(refused / 2))
  if (stakes.left > 0 || accepted === 0) {
    const guess = bestGuess(limit, callsWith, stakes.left)
    if (stakes.left > 0 || guess === accepted) return Math.max(1, guess)
    return refused === null ? CAUTIOUS : Math.max(1, Math.min(CAUTIOUS, Math.floor(refused / CAUTION)))
  }
  return accepted
}

/**
 * The size of a probe that may be refused uncounted: twice the accepted one. Below `CAUTIOUS`, where most calls are lost,
 * what lies between the accepted and the refused size comes first.
 */
function probedSize({ accepted, refused }: LearnedLimit): number {
  const twice = 2 * accepted
  if (accepted >= CAUTIOUS || refused === null || twice < refused) return twice
  const between = Math.ceil(Math.sqrt(accepted * refused))
  return between < refused ? between : twice
}

/** The size to try when nothing was accepted yet and no refusals are left, and how far to go below a refusal then. */
export const CAUTIOUS = 30
const CAUTION = 4

/** Notes an accepted size. A smaller size that was refused before no longer counts. */
export function noteAccepted(limit: LearnedLimit, size: number): LearnedLimit {
  if (size <= limit.accepted) return limit
  const refused = [limit.refused, limit.former?.refused ?? null].find((each) => each !== null && each > size) ?? null
  // The limit it named was right, so larger sizes need not be tried.
  const isHinted = limit.hint !== null && size >= limit.hint && refused !== null
  const hint = limit.hint !== null && limit.hint > size ? limit.hint : null
  const former = limit.former !== null && limit.former.size > size ? limit.former : null
  return { accepted: size, refused: isHinted ? size + 1 : refused, hint, isShrinking: false, former }
}

/** True where even one cell was refused as too many: the refusals were not about sizes. */
export function isNonsense({ refused }: LearnedLimit): boolean {
  return refused === 1
}

/** What is left of a limit once refusals have turned out not to be about sizes. */
export function withoutRefusals(limit: LearnedLimit): LearnedLimit {
  const { accepted, former } = limit
  if (accepted > 0) return limit
  return former === null ? NOTHING_LEARNED : { ...NOTHING_LEARNED, accepted: former.size, refused: former.refused }
}

/** Milliseconds after which a size that used to be accepted is tried again: its refusal may have been an accident. */
const SHRUNK_KEPT = 86_400_000

/** The size that is to be tried again after it was refused once although it used to be accepted; null for none. */
export function formerSize({ former, accepted }: LearnedLimit, now: Date): number | null {
  const isDue = former !== null && former.size > accepted && hasPassed(former.at, SHRUNK_KEPT, now)
  return isDue ? former.size : null
}

/** Notes a refused size. An equal or larger size accepted before no longer counts. `named`: the limit in the refusal. */
export function noteRefused(limit: LearnedLimit, size: number, named: number | null, now: Date): LearnedLimit {
  const refused = limit.refused === null ? size : Math.min(size, limit.refused)
  const accepted = limit.accepted < refused ? limit.accepted : 0
  const hint = named !== null && named >= 1 && named < refused && named > accepted ? Math.floor(named) : null
  const isShrinking = accepted === 0 && (limit.isShrinking || limit.accepted > 0)
  return { accepted, refused, hint, isShrinking, former: formerAfter(limit, size, now) }
}

/** A size that is refused a second time, a day later, is not tried a third time: the month's probe finds it. */
function formerAfter(limit: LearnedLimit, size: number, now: Date): LearnedLimit['former'] {
  if (size <= limit.accepted)
    return { size: limit.accepted, refused: limit.refused, ...limit.former, at: now.toISOString() }
  return formerSize(limit, now) === null ? limit.former : null
}

/**
 * Combines what one resolution or kind of call has learned with what another has; its own experience takes precedence where
 * they contradict each other. A limit that was named and accepted is known exactly.
 */
export function borrowLimit(own: LearnedLimit, other: LearnedLimit): LearnedLimit {
  const isLent = own.refused === null || other.accepted < own.refused
  const accepted = isLent ? Math.max(own.accepted, other.accepted) : own.accepted
  const above = [own.refused, other.refused].filter((size) => size !== null && size > accepted)
  const named = own.hint ?? (own.refused === null ? other.hint : null)
  const refused = smallest(named === accepted && accepted > 0 ? [...above, accepted + 1] : above)
  const hint = named !== null && named > accepted && (refused === null || named < refused) ? named : null
  return { ...own, accepted, refused, hint }
}

function smallest(sizes: readonly (number | null)[]): number | null {
  return sizes.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null)
}
