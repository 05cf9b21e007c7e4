import type { Day } from '../../../domain/period.ts'
import type { RateTable } from '../../rates/rate-table.ts'
import { rateDay } from '../../rates/rates.ts'
import type { MissingRate } from '../reading/import-report.ts'

/** A rate farther than this from the end of a month does not say what the month's prices were worth. */
const NEAR_DAYS = 35

/** Prices of one currency in one month. */
export interface CurrencyMonth {
  readonly currency: string
  /** Whether they were kept. */
  readonly has_rate: boolean
  readonly month_end: Day
  readonly rows: number
  readonly first_day: Day
  readonly last_day: Day
}

/**
 * The prices, by currency and rate, that have no rate within 35 days of the end of their month. `months` are in
 * ascending order.
 */
export function missingRates(months: readonly CurrencyMonth[], table: RateTable): MissingRate[] {
  const missing: MissingRate[] = []
  for (const { currency, has_rate, month_end, rows, first_day, last_day } of months) {
    const rate_day = has_rate ? rateDay(currency, month_end, table) : null
    if (rate_day !== null && Math.abs(daysBetween(rate_day, month_end)) <= NEAR_DAYS) continue
    const same = missing.find((entry) => entry.currency === currency && entry.rate_day === rate_day)
    if (!same) missing.push({ currency, rate_day, rows, first_day, last_day })
    else Object.assign(same, { rows: same.rows + rows, last_day })
  }
  return missing
}

function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}
