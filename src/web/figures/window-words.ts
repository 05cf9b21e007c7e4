import type { Edition } from '../../contract/proxy-api.ts'

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the window of an edition: `Aug–Oct 2026, rolling three months` or `Oct 2026, one month`. */
export function windowText(edition: Edition): string {
  const span = windowMonths(edition)
  const { window_months } = edition.snapshot
  return window_months === null ? span : `${span}, ${windowLength(window_months)}`
}

/** Returns the months of an edition's window alone: `Aug–Oct 2026`. */
export function windowMonths({ window_start, window_end }: Edition): string {
  const [start, end] = [Date.parse(window_start), Date.parse(window_end)]
  return Number.isNaN(start) || Number.isNaN(end) ? `${window_start} – ${window_end}` : month.formatRange(start, end)
}

/** Returns the length of a window: `rolling three months`. */
function windowLength(months: number): string {
  if (months === 1) return 'one month'
  return months === 3 ? 'rolling three months' : `rolling ${months} months`
}
