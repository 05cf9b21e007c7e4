import type { MeterDetail } from '../../contract/proxy-api.ts'

const DAY_MS = 86_400_000

const DAYS_SHOWN = 31

/** One UTC day and its metered calls. */
export interface DayBar {
  /** ISO date. */
  readonly day: string
  readonly calls: number
  readonly cells: number
}

/**
 * Returns the last 31 days, oldest first, with 0 for days without calls. They end today, or with the newest day in the
 * data when the proxy's clock differs.
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
