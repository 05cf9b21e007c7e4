import { type AsOf, addMonths, ageDays, asOfAt, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'

/** Days after a period's label, about the middle of the time for which the period is served. */
export const DAYS_AFTER_LABEL = 14
const DAY_MS = 86_400_000
/** A month with fewer than this share of the fullest month's listings is not where the data end: a typing error in a date. */
const WORTHWHILE = 0.02

/** The instant at which the clock of a map must stand for its listings' last months to be served. */
export interface DataClock {
  readonly instant: Date
  /** The last month of the listings, as its first day. */
  readonly month: AsOf
  /** Whether that month is not over yet. */
  readonly isEarly: boolean
}

/**
 * The instant at which to set the clock so that the end of some listings is served; null when the real time will do.
 */
export function clockForData(
  months: readonly { readonly month: AsOf; readonly listings: number }[],
  now: Date,
): DataClock | null {
  const past = months.filter(({ month }) => month <= asOfAt(now))
  const fullest = Math.max(0, ...past.map(({ listings }) => listings))
  const last = past.findLast(({ listings }) => listings >= WORTHWHILE * fullest)
  if (last === undefined) return null
  const label = addMonths(last.month, 1)
  const age = ageDays(label, now)
  if (age >= 0 && age <= MAX_AS_OF_AGE_DAYS) return null
  // Once earlier months have listings, the current one can wait until it is over.
  const before = past.filter(({ month, listings }) => month < last.month && listings >= WORTHWHILE * fullest)
  if (age < 0 && before.some(({ month }) => month >= addMonths(last.month, -1))) return null
  return {
    instant: new Date(Date.parse(label) + DAYS_AFTER_LABEL * DAY_MS),
    month: last.month,
    isEarly: age < 0,
  }
}
