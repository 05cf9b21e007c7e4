import type { Edition } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type AsOf, addMonths, windowOf } from '../../domain/period.ts'
import { dateFormat, MONTH, monthWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'

const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const

/** Returns the window of an edition: `Aug–Oct 2026, rolling three months` or `Oct 2026, one month`. */
export function windowText(edition: Edition): string {
  const months = windowMonths(edition)
  const { window_months: count } = edition.snapshot
  if (count === null) return months
  return t('{months}, {count, plural, =1 {one month} =3 {rolling three months} other {rolling # months}}', {
    months,
    count,
  })
}

/** Returns the months of an edition's window alone: `Aug–Oct 2026`; where none is stated, the day that labels the period. */
export function windowMonths({
  window_start,
  window_end,
  as_of,
}: Pick<Edition, 'as_of' | 'window_start' | 'window_end'>): string {
  if (window_start === '' || window_end === '')
    return t('Period of {day}', { day: dateFormat(DAY).format(Date.parse(as_of)) })
  const [start, end] = [Date.parse(window_start), Date.parse(window_end)]
  if (Number.isNaN(start) || Number.isNaN(end)) return `${window_start} – ${window_end}`
  return monthRange(start, end)
}

/** Returns the months of a period's window, by the interface's rule: `Aug–Oct 2026`. For periods without held figures. */
export function monthsOfPeriod(as_of: AsOf, resolution: Resolution): string {
  const { start, end } = windowOf(as_of, resolution)
  return monthRange(Date.parse(start), Date.parse(end))
}

/** Returns a range of months that no line breaks, neither at its dash nor before its year. */
function monthRange(start: number, end: number): string {
  const range = dateFormat(MONTH).formatRange(start, end)
  const whole = range.replace(/\s–\s/, '\u202f–\u2060\u202f').replace(/–(?![\s\u2060])/, '–\u2060')
  return whole.replaceAll(' ', '\u00a0')
}

/** Returns the last month of a period's window: `Oct 2026`. */
export function lastMonth(as_of: AsOf): string {
  return monthWords(Date.parse(addMonths(as_of, -1)))
}

/** Says which period a change is compared with: `against Aug–Oct 2025`. */
export function againstWords(earlier: Pick<Edition, 'as_of' | 'window_start' | 'window_end'>): string {
  return t('against {months}', { months: windowMonths(earlier) })
}

/** Says in which currency a change was computed, which is the one that figures were bought in, whichever is shown. */
export function changeWords({ currency }: Pick<Edition, 'currency'>): string {
  return t('Change of the median price per unit of area in {currency}, each period at its own exchange rate.', {
    currency,
  })
}

/** Says which figures the service has now, while the page shows older ones. */
export function newerWords(next: AsOf): string {
  return t('The statistics service now has figures up to {month}.', { month: lastMonth(next) })
}
