import { z } from 'zod'

/** What is known of a limit that the service never states: the largest size it took, the smallest it refused. */
export const learnedLimit = z.object({ accepted: z.int().nonnegative(), refused: z.int().positive().nullable() })
export type LearnedLimit = z.infer<typeof learnedLimit>

export const NOTHING_LEARNED: LearnedLimit = { accepted: 0, refused: null }

// Closer than this to the true limit, another probe would cost more than it can save.
const TOLERANCE = 1 / 8

/** The largest size to ask for next: doubles until refused, then halves the gap until it is small. At least 1. */
export function nextSize({ accepted, refused }: LearnedLimit, start: number): number {
  if (refused === null) return Math.max(1, start, 2 * accepted)
  const gap = refused - accepted
  if (accepted > 0 && gap <= Math.max(1, accepted * TOLERANCE)) return accepted
  return Math.max(1, Math.floor(accepted + gap / 2))
}

/** True for a size that the service has taken before: asking for it is no probe. */
export function isProven(limit: LearnedLimit, size: number): boolean {
  return size <= limit.accepted
}

/** A size was taken; a smaller one that was refused once was another mind of the service. */
export function noteAccepted(limit: LearnedLimit, size: number): LearnedLimit {
  if (size <= limit.accepted) return limit
  return { accepted: size, refused: limit.refused !== null && limit.refused > size ? limit.refused : null }
}

/** A size was refused; a larger or equal one that was taken once is not trusted any more. */
export function noteRefused(limit: LearnedLimit, size: number): LearnedLimit {
  const refused = limit.refused === null ? size : Math.min(size, limit.refused)
  return { accepted: limit.accepted < refused ? limit.accepted : 0, refused }
}

/** What one resolution may expect from what another taught, where its own experience does not say otherwise. */
export function borrowLimit(own: LearnedLimit, other: LearnedLimit): LearnedLimit {
  const accepted =
    own.refused === null || other.accepted < own.refused ? Math.max(own.accepted, other.accepted) : own.accepted
  const hint = other.refused !== null && other.refused > accepted ? other.refused : null
  return { accepted, refused: own.refused ?? hint }
}
