import { dateFormat, monthWords, numberFormat } from '../../language/formats.ts'
import { t } from '../../language/translate.ts'

const WHOLE = { maximumFractionDigits: 0 } as const
const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** Formats a count: `5,145`. */
export function formatCount(count: number): string {
  return numberFormat(WHOLE).format(count)
}

/** Formats a number to about `digits` significant digits, grouped: `12.6`, `1,770`; never a small one as 0: `0.0047`. */
export function formatRounded(value: number, digits = 3): string {
  const size = Math.abs(value)
  if (size > 0 && size < 0.1) return numberFormat({ maximumSignificantDigits: digits - 1 }).format(value)
  const integerDigits = Math.max(1, Math.floor(Math.log10(size || 1)) + 1)
  return numberFormat({ maximumFractionDigits: Math.max(0, digits - integerDigits) }).format(value)
}

/** Formats the UTC day of an ISO date or instant: `1 Dec 2026`. Returns any other text unchanged. */
export function formatDay(iso: string): string {
  const instant = Date.parse(iso)
  return Number.isNaN(instant) ? iso : dateFormat(DAY).format(instant)
}

/** Formats the days of a range, ISO dates: `1 Aug – 31 Oct 2026`. */
export function formatDays(from: string, to: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return Number.isNaN(start) || Number.isNaN(end) ? `${from} – ${to}` : dateFormat(DAY).formatRange(start, end)
}

const SOON = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const SOON_MS = 48 * 3_600_000

/** Formats a future moment for the end of a sentence: to the minute in local time if near, otherwise the day. */
export function formatMoment(iso: string, now = Date.now()): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return iso
  const moment = instant - now < SOON_MS ? dateFormat(SOON).format(instant) : formatDay(iso)
  return t('from {moment}', { moment })
}

/** Formats the UTC month of an ISO date: `Oct 2026`. */
export function formatMonth(iso: string): string {
  const instant = Date.parse(iso)
  return Number.isNaN(instant) ? iso : monthWords(instant)
}

/** Formats a number of metered calls: `1 call`, `2 calls`. */
export function formatCalls(count: number): string {
  return t('{count, plural, one {# call} other {# calls}}', { count })
}

/** Formats a number of cells: `1 cell`, `2,744 cells`. */
export function formatCells(count: number): string {
  return t('{count, plural, one {# cell} other {# cells}}', { count })
}

/** Formats a number of hexagons: `1 hexagon`, `942 hexagons`. */
export function formatHexagons(count: number): string {
  return t('{count, plural, one {# hexagon} other {# hexagons}}', { count })
}
