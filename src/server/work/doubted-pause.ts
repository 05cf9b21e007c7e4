import { timeAfter } from './kept-times.ts'

/** Milliseconds: how long a refusal that may be an accident stops calls at first, and at most. */
export const DOUBTED_PAUSE = { first: 600_000, longest: 86_400_000 }

/** A pause that was made for such a refusal: its end (ISO 8601) and its length in milliseconds. */
export interface DoubtedPause {
  readonly until: string
  readonly length: number
}

/** The pause after one more refusal: twice as long as the one before, unless that one is long over. */
export function nextDoubtedPause(
  before: { readonly until: string; readonly length?: number | undefined } | null,
  now: Date,
): DoubtedPause {
  const { first, longest } = DOUBTED_PAUSE
  const last = before?.length ?? 0
  const isSoon = before !== null && now.getTime() < Date.parse(before.until) + 2 * last
  const length = isSoon ? Math.min(Math.max(2 * last, first), longest) : first
  return { until: timeAfter(length, now), length }
}
