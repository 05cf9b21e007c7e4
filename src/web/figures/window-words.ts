import type { Edition } from '../../contract/proxy-api.ts'

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the window of an edition: `Aug–Oct 2026, rolling three months` or `Oct 2026, one month`. */
export function windowText({ window_start, window_end, snapshot }: Edition): string {
  const [start, end] = [Date.parse(window_start), Date.parse(window_end)]
  const span =
    Number.isNaN(start) || Number.isNaN(end) ? `${window_start} – ${window_end}` : month.formatRange(start, end)
  const { window_months } = snapshot
  return window_months === null ? span : `${span}, ${lengthText(window_months)}`
}

function lengthText(months: number): string {
  if (months === 1) return 'one month'
  return months === 3 ? 'rolling three months' : `rolling ${months} months`
}
