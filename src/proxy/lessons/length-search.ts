import type { Bracket } from './best-guess.ts'

/** Lengths that servers commonly allow, the commonest first: nginx and RFC 9110 8 KB, others much more. In bytes. */
const COMMON = 8_000
/** Longer targets hold more cells than an answer should have. */
const LONGEST = 64_000
/** Every server takes as much: what a circle or a place needs. */
export const LEAST_BYTES = 500
/** Closer than this to the true limit, more attempts would find room for next to no further cell. */
const TOLERANCE = 1 / 12

/** The length of a target to try next, in bytes; null once the limit is known well enough. */
export function nextLength({ accepted, refused }: Bracket): number | null {
  if (refused === null) return accepted < COMMON ? COMMON : accepted < LONGEST ? LONGEST : null
  const surely = Math.max(accepted, LEAST_BYTES)
  if (refused - surely <= surely * TOLERANCE) return null
  return Math.ceil(Math.sqrt(surely * refused))
}
