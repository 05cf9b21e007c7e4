import type { MeterDetail } from '../../contract/proxy-api.ts'

const DAY_MS = 86_400_000

/** Days of the chart. */
const DAYS_SHOWN = 31

/** One day of UTC and the metered calls made in it. */
export interface DayBar {
  /** ISO date. */
  readonly day: string
  readonly calls: number
  readonly cells: number
}

/**
 * The last 31 days, oldest first, those without a call at 0. They end today, or with the newest day that is told where
 * the proxy's clock is another one.
 */
export function dayBars(byDay: MeterDetail['by_day'], now: number): DayBar[] {
  const known = new Map(byDay.map((each) => [each.day, each]))
  const newest = Math.max(Number.NEGATIVE_INFINITY, ...byDay.map(({ day }) => Date.parse(day)))
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const isOtherClock = Number.isFinite(newest) && (newest > today || newest <= today - DAYS_SHOWN * DAY_MS)
  const last = isOtherClock ? newest : today
  return Array.from({ length: DAYS_SHOWN }, (_, i) => {
    const day = new Date(last - (DAYS_SHOWN - 1 - i) * DAY_MS).toISOString().slice(0, 10)
    const { calls = 0, bought_cells: cells = 0 } = known.get(day) ?? {}
    return { day, calls, cells }
  })
}
