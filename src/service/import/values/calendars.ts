import { foldName } from '../../../domain/names/fold-name.ts'

/** Iran's and Afghanistan's calendar, and that of Saudi Arabia, as the Unicode CLDR names them. */
export type Calendar = 'persian' | 'islamic-umalqura'

/** The years of either calendar that lie between 1990 and 2033 of the common era: no number is a year of both. */
const YEARS: Readonly<Record<Calendar, readonly [first: number, last: number]>> = {
  persian: [1369, 1409],
  'islamic-umalqura': [1410, 1455],
}
/** The languages in which the months of either have names. */
const LANGUAGES: Readonly<Record<Calendar, readonly string[]>> = {
  persian: ['fa', 'en'],
  'islamic-umalqura': ['ar', 'en'],
}
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(1989, 0, 1)
const LAST_DAY = Date.UTC(2034, 11, 31)

/** A day of such a calendar: with the year first, or with the day first and the year last. */
const FORMS: readonly RegExp[] = [
  /^(?<year>1[34]\d\d)[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})(?: ?(?:هـ?|AH|SH)|[T ,].*)?$/i,
  /^(?<year>1[34]\d\d)(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>1[34]\d\d)(?: ?(?:هـ?|AH|SH)|[T ,].*)?$/i,
  /^(?:[^\d,،]+[,،]? )?(?<day>\d{1,2})(?:[ -]|\. )(?<month>\p{L}[^\d,،]*?)(?:[ -]|[,،] )(?<year>1[34]\d\d)(?: (?:هـ?|AH|SH))?$/iu,
]

/** The calendar in which a date has a recent year; null for other dates. */
export function calendarOf(text: string): Calendar | null {
  const year = Number(
    /(?:^|\D)(1[34]\d\d)(?:\D|$)/.exec(text)?.[1] ?? /^(1[34]\d\d)\d{4}$/.exec(text)?.[1] ?? Number.NaN,
  )
  const found = Object.entries(YEARS).find(([, [first, last]]) => year >= first && year <= last)
  return (found?.[0] as Calendar | undefined) ?? null
}

/** Converts a date of another calendar to the common era, such as 2024-08-02; null where the calendar has no such day. */
export function dayOfCalendar(text: string, calendar: Calendar): string | null {
  const { year, month = '', day } = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups) ?? {}
  const number = /^\d/.test(month) ? Number(month) : monthsOf(calendar).numbers.get(foldName(month))
  const first = monthsOf(calendar).firstDays.get(`${year}-${number}`)
  const next = monthsOf(calendar).firstDays.get(
    number === 12 ? `${Number(year) + 1}-1` : `${year}-${Number(number) + 1}`,
  )
  if (first === undefined || next === undefined) return null
  const time = first + (Number(day) - 1) * DAY_MS
  return time >= first && time < next ? new Date(time).toISOString().slice(0, 10) : null
}

interface Months {
  /** The first day of each month, such as 1403-5, in milliseconds. */
  readonly firstDays: ReadonlyMap<string, number>
  /** Numbers of months by their folded names. */
  readonly numbers: ReadonlyMap<string, number>
}

const known = new Map<Calendar, Months>()

function monthsOf(calendar: Calendar): Months {
  const months = known.get(calendar) ?? readMonths(calendar)
  known.set(calendar, months)
  return months
}

function readMonths(calendar: Calendar): Months {
  const firstDays = new Map<string, number>()
  const numbers = new Map<string, number>()
  const format = new Intl.DateTimeFormat('en', {
    calendar,
    timeZone: 'UTC',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
  })
  const named = LANGUAGES[calendar].map(
    (language) => new Intl.DateTimeFormat(language, { calendar, timeZone: 'UTC', month: 'long' }),
  )
  for (let time = FIRST_DAY; time <= LAST_DAY; ) {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { month = 0, day = 1 } = parts
    const year = parts.relatedYear ?? parts.year ?? 0
    if (day === 1) {
      firstDays.set(`${year}-${month}`, time)
      for (const names of named) numbers.set(foldName(names.format(time)), month)
    }
    // A month has at least 29 days, and its first is found from any day of the one before.
    time += day === 1 ? 29 * DAY_MS : DAY_MS
  }
  return { firstDays, numbers }
}
