import type { Day } from '../../domain/period.ts'
import type { DemoCountry } from './data/countries.ts'

/** Number of whole months before the current one that the market covers. */
const WHOLE_MONTHS = 14

// Listings per month, January to December, in the north; half a year later in the south.
const SEASON = [0.85, 0.95, 1.1, 1.08, 1.1, 1.05, 0.95, 0.75, 1.08, 1.1, 1, 0.7] as const

/**
 * Monthly growth of the number of listings, as at a young portal: the newest months, which a map shows first, have
 * most.
 */
const GROWTH = 0.1

/** One month of the market. */
export interface DemoMonth {
  /** Its days as `2026-11-01`. */
  readonly days: readonly Day[]
  /** Years from this month to the last, so 0 for the last. */
  readonly yearsAgo: number
  /** 0 for January. */
  readonly calendar: number
}

/** The market's months; the current one is whole and last. */
export function demoMonths(now: Date): DemoMonth[] {
  return Array.from({ length: WHOLE_MONTHS + 1 }, (_, i) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - WHOLE_MONTHS + i, 1))
    const prefix = first.toISOString().slice(0, 8)
    const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
    const days = Array.from({ length }, (_, day) => `${prefix}${String(day + 1).padStart(2, '0')}`)
    return { days, yearsAgo: (WHOLE_MONTHS - i) / 12, calendar: first.getUTCMonth() }
  })
}

/** Running sums of the months' weights, ending at 1, for one country. */
export function monthWeights(months: readonly DemoMonth[], country: DemoCountry): number[] {
  const weights = months.map(
    ({ calendar, days, yearsAgo }) => seasonOf(calendar, country) * days.length * (1 + GROWTH) ** (-12 * yearsAgo),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let running = 0
  return weights.map((weight) => (running += weight / total))
}

/** A month's price relative to the year's mean, which varies a little with the season. */
export function seasonalPrice(calendar: number, country: DemoCountry): number {
  return 1 + 0.06 * (seasonOf(calendar, country) - 1)
}

function seasonOf(calendar: number, country: DemoCountry): number {
  return SEASON[country === 'au' ? (calendar + 6) % 12 : calendar] as number
}
