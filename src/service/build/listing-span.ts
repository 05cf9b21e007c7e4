import type { AsOf } from '../../domain/period.ts'

/** The days of listings whose cells are counted, as dates: from `start` to before `end`. */
export interface ListingSpan {
  readonly start: string
  readonly end: string
}

/** Any day that ClickHouse can store. */
export const ANY_DAY: ListingSpan = { start: '1900-01-01', end: '2299-12-31' }

/** The 365 days before a period's label. */
export function yearBefore(asOf: AsOf): ListingSpan {
  return { start: new Date(Date.parse(asOf) - 365 * 86_400_000).toISOString().slice(0, 10), end: asOf }
}
