import type { Resolution } from './cell.ts'

/** A period's label: the first day of a month, as `2026-11-01`. Made only by `parseAsOf` and the functions here. */
export type AsOf = string & { readonly __brand: 'AsOf' }

/** A day as `2026-10-31`, in UTC. */
export type Day = string

/** The oldest label that may be served, in days. Source: interface section 1. */
export const MAX_AS_OF_AGE_DAYS = 34

/**
 * Parses a label; null unless it is the first day of an existing month. The years before 1000 are no year at all, such as
 * `0001-01-01` for a date that is not set, and `Date` takes the first hundred for those after 1900.
 */
export function parseAsOf(raw: string): AsOf | null {
  const match = /^([1-9]\d{3})-(\d{2})-01$/.exec(raw)
  if (!match) return null
  const month = Number(match[2])
  return month >= 1 && month <= 12 ? (raw as AsOf) : null
}

/** The label of the month that contains an instant, in UTC. */
export function asOfAt(now: Date): AsOf {
  return `${now.toISOString().slice(0, 7)}-01` as AsOf
}

/** Whether a label is of months to come, even by a clock that is some days behind: no service has its figures. */
export function isToCome(asOf: AsOf, now: Date): boolean {
  return asOf > addMonths(asOfAt(now), 1)
}

/** Milliseconds by which a clock may be behind. */
const BEHIND = 3_600_000

/** Whether a label's month has begun, in UTC, or begins within an hour. */
export function hasBegun(asOf: AsOf, now: Date): boolean {
  return asOf <= asOfAt(new Date(now.getTime() + BEHIND))
}

/** Milliseconds: time zones are ahead of UTC by 14 hours at most, and clocks may be some hours behind. */
const AHEAD = 86_400_000

/** Whether a label's month begins in more than a day, so that only a clock which is days behind makes it current. */
export function isEarly(asOf: AsOf, now: Date): boolean {
  return asOf > asOfAt(new Date(now.getTime() + AHEAD))
}

/** The label this many months later, or earlier when negative. */
export function addMonths(asOf: AsOf, months: number): AsOf {
  const [year, month] = asOf.split('-').map(Number) as [number, number]
  return asOfAt(new Date(Date.UTC(year, month - 1 + months, 1)))
}

/** Months from one label to a later one; negative when it is earlier. */
export function monthsBetween(first: AsOf, last: AsOf): number {
  const monthOf = (label: AsOf) => Number(label.slice(0, 4)) * 12 + Number(label.slice(5, 7))
  return monthOf(last) - monthOf(first)
}

/** One month at resolutions 4 to 6, a rolling three at 7 and 8. Source: interface section 1. */
export function windowMonths(resolution: Resolution): 1 | 3 {
  return resolution <= 6 ? 1 : 3
}

/** First and last day of a period's window. The period's label is the day after. */
export function windowOf(asOf: AsOf, resolution: Resolution): { start: Day; end: Day } {
  const end = new Date(Date.parse(asOf) - 86_400_000).toISOString().slice(0, 10)
  return { start: addMonths(asOf, -windowMonths(resolution)), end }
}

/** Whole days from the label to an instant. */
export function ageDays(asOf: AsOf, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(asOf)) / 86_400_000)
}

/** Every label from `first` to `last` inclusive, oldest first; empty when `first` is later. */
export function asOfRange(first: AsOf, last: AsOf): AsOf[] {
  const labels: AsOf[] = []
  for (let label = first; label <= last; label = addMonths(label, 1)) labels.push(label)
  return labels
}
