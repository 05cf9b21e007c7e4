import { z } from 'zod'

/**
 * What is known of a limit that the service never states: the largest size it took, the smallest it refused, what it
 * named as its limit, and whether it went back on what it once took.
 */
export const learnedLimit = z.object({
  accepted: z.int().nonnegative(),
  refused: z.int().positive().nullable(),
  hint: z.int().positive().nullable(),
  isShrinking: z.boolean(),
})
export type LearnedLimit = z.infer<typeof learnedLimit>

export const NOTHING_LEARNED: LearnedLimit = { accepted: 0, refused: null, hint: null, isShrinking: false }

// Closer than this to the true limit, another probe would cost more than it can save.
const TOLERANCE = 1 / 8

/** How many refusals must be left for a probe of each kind: the first call matters most, the last eighth least. */
const NEEDED = { firstContact: 1, doubling: 2, halving: 3 } as const

/** What may be risked to learn more. */
export interface Stakes {
  /** Refusals left. */
  readonly left: number
  /** True once a month, when one probe may be refused without being counted. */
  readonly isDue: boolean
}

/** Where a limit's learning begins. */
export interface Beginning {
  /** The first size to try. */
  readonly start: number
  /** What every service is taken to allow: asked for where nothing may be risked. */
  readonly floor: number
}

/** The largest size to ask for next: doubles until refused, then halves the gap until it is small. At least 1. */
export function nextSize(own: LearnedLimit, lent: LearnedLimit, { start, floor }: Beginning, stakes: Stakes): number {
  const limit = borrowLimit(own, lent)
  const may = (needed: number) => stakes.left >= needed || stakes.isDue
  if (limit.hint !== null && may(NEEDED.firstContact)) return limit.hint
  // What the service named elsewhere was taken here: more would be refused.
  if (own.accepted > 0 && own.accepted === lent.hint && !stakes.isDue) return own.accepted
  if (own.accepted === 0 && own.refused !== null) return sizeBelow(own, floor, stakes.left)
  if (own.accepted === 0 && limit.accepted === 0) return may(NEEDED.firstContact) ? start : Math.min(start, floor)
  if (limit.accepted > own.accepted) {
    return may(NEEDED.firstContact) ? limit.accepted : Math.max(own.accepted, Math.min(floor, limit.accepted))
  }
  if (limit.refused === null) return may(NEEDED.doubling) ? 2 * own.accepted : own.accepted
  const gap = limit.refused - own.accepted
  if (gap > Math.max(1, own.accepted * TOLERANCE)) {
    return may(NEEDED.halving) ? Math.floor(own.accepted + gap / 2) : own.accepted
  }
  return stakes.isDue ? 2 * own.accepted : own.accepted
}

/** After a refusal with nothing taken: halves what was taken once, else goes down by factors while it may be wrong. */
function sizeBelow({ refused, isShrinking }: LearnedLimit, floor: number, left: number): number {
  const most = refused ?? floor
  if (isShrinking || most <= floor) return Math.max(1, Math.floor(most / 2))
  return left >= NEEDED.halving ? Math.floor(Math.sqrt(most * floor)) : floor
}

/** True for a size that the service has taken before, or that every service takes: asking for it is no probe. */
export function isProven(limit: LearnedLimit, size: number, floor: number): boolean {
  return size <= limit.accepted || (size <= floor && limit.refused === null)
}

/** A size was taken; a smaller one that was refused once was another mind of the service. */
export function noteAccepted(limit: LearnedLimit, size: number): LearnedLimit {
  if (size <= limit.accepted) return limit
  const refused = limit.refused !== null && limit.refused > size ? limit.refused : null
  // What it named as its limit was the truth: there is nothing to be found beyond it.
  const isHinted = limit.hint !== null && size >= limit.hint && refused !== null
  const hint = limit.hint !== null && limit.hint > size ? limit.hint : null
  return { accepted: size, refused: isHinted ? size + 1 : refused, hint, isShrinking: false }
}

/** A size was refused; a larger or equal one that was taken once is not trusted any more. `named`: the limit it told. */
export function noteRefused(limit: LearnedLimit, size: number, named: number | null = null): LearnedLimit {
  const refused = limit.refused === null ? size : Math.min(size, limit.refused)
  const accepted = limit.accepted < refused ? limit.accepted : 0
  const hint = named !== null && named >= 1 && named < refused && named > accepted ? Math.floor(named) : null
  const isShrinking = accepted === 0 && (limit.isShrinking || limit.accepted > 0)
  return { accepted, refused, hint, isShrinking }
}

/** What one resolution may expect from what another taught, where its own experience does not say otherwise. */
export function borrowLimit(own: LearnedLimit, other: LearnedLimit): LearnedLimit {
  const isLent = own.refused === null || other.accepted < own.refused
  const accepted = isLent ? Math.max(own.accepted, other.accepted) : own.accepted
  const refused = own.refused ?? (other.refused !== null && other.refused > accepted ? other.refused : null)
  const named = own.hint ?? (own.refused === null ? other.hint : null)
  const hint = named !== null && named > accepted && (refused === null || named < refused) ? named : null
  return { ...own, accepted, refused, hint }
}
