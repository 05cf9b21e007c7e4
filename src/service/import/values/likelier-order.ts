/** The order of day and month in dates that do not show it, and why it is the likelier one. */
export interface GuessedOrder {
  readonly order: 'dmy' | 'mdy'
  readonly from: string
}

/** What is counted in dates that do not show their order. */
export interface OrderEvidence {
  /** Dates that would lie in the future with the day, or the month, first. */
  readonly to_come_dmy: number
  readonly to_come_mdy: number
  /** Different first and second numbers. */
  readonly first_numbers: number
  readonly second_numbers: number
  /** The largest of each. */
  readonly largest_first: number
  readonly largest_second: number
  readonly years: number
  /** Lower-case alpha-2; null when it is not known. */
  readonly country: string | null
}

/** Fewer different months than this can have the same day by chance. */
const MONTHS_OF_A_SERIES = 3
/**
 * To decide against the country's custom from one year alone, all twelve are needed: fewer can be days of one month, as
 * 01/01/2026 to 09/01/2026 in Spain.
 */
const ALL_MONTHS = 12

/**
 * The likelier order: the one without future dates, the one with the first day of every month, or the country's. Another
 * number that is always the same is more likely the month in which all of a file's homes were listed.
 */
export function likelierOrder(evidence: OrderEvidence): GuessedOrder {
  const { to_come_dmy, to_come_mdy, first_numbers, second_numbers, largest_first, largest_second, country } = evidence
  if (to_come_mdy > 0 && to_come_dmy === 0) return { order: 'dmy', from: 'dates that would otherwise be in the future' }
  if (to_come_dmy > 0 && to_come_mdy === 0) return { order: 'mdy', from: 'dates that would otherwise be in the future' }
  const custom = country === null ? 'dmy' : customaryOrder(country)
  const isSeries = (order: GuessedOrder['order'], months: number) =>
    months >= (order === custom || evidence.years > 1 ? MONTHS_OF_A_SERIES : ALL_MONTHS)
  const sameDay = 'a first number that is always 1'
  if (largest_first === 1 && isSeries('dmy', second_numbers)) return { order: 'dmy', from: sameDay }
  if (largest_second === 1 && isSeries('mdy', first_numbers))
    return { order: 'mdy', from: sameDay.replace('first', 'second') }
  return { order: custom, from: country === null ? 'the custom of most countries' : `the custom of ${country}` }
}

/** The order in which the language of a country (alpha-2) writes day and month; day first where the year comes first. */
export function customaryOrder(country: string): 'dmy' | 'mdy' {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const parts = new Intl.DateTimeFormat(`${language}-${country}`).formatToParts().map(({ type }) => type)
  const [year, month, day] = (['year', 'month', 'day'] as const).map((type) => parts.indexOf(type))
  return year !== 0 && (month ?? 0) < (day ?? 0) ? 'mdy' : 'dmy'
}
