/** Numbers and dates in the reader's locale. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A count: `5,145`. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** A figure to a number of significant digits, grouped: `12.6`, `1,770`. */
export function formatRounded(value: number, digits = 3): string {
  const integerDigits = Math.max(1, Math.floor(Math.log10(Math.abs(value) || 1)) + 1)
  return new Intl.NumberFormat(undefined, { maximumFractionDigits: Math.max(0, digits - integerDigits) }).format(value)
}

/** A calendar day of an ISO date or instant, in UTC: `1 Dec 2026`. The text itself where it is no date. */
export function formatDay(iso: string): string {
  const instant = Date.parse(iso)
  return Number.isNaN(instant) ? iso : day.format(instant)
}

const soon = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const SOON_MS = 48 * 3_600_000

/** When something will be, for the end of a sentence: a near one to the minute in the reader's time, else the day. */
export function formatMoment(iso: string, now = Date.now()): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return iso
  return instant - now < SOON_MS ? `from ${soon.format(instant)}` : `from ${formatDay(iso)}`
}

/** The month of an ISO date, in UTC: `Oct 2026`. */
export function formatMonth(iso: string): string {
  const instant = Date.parse(iso)
  return Number.isNaN(instant) ? iso : month.format(instant)
}

/** A count with its noun: `1 call`, `2 calls`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
