import type { DateEvidence } from './column-style.ts'

/** Evidence for how dates of other forms are meant, as counts of different dates. */
export interface FormEvidence {
  /** Dates with points; among them, those that can only have the day first (25.3.2026) or the month first (3.25.2026). */
  readonly dotted: number
  readonly dotted_day_first: number
  readonly dotted_month_first: number
  /** Dates with the year first; among them, those whose day can only be in the middle (2026-25-03) or last (2026-03-25). */
  readonly year_first: number
  readonly day_in_middle: number
  readonly day_last: number
  /** How many different numbers those with the year first have in the middle. */
  readonly year_first_middles: number
  /** Dates such as 2010-11; among them, those whose second number is the next year. */
  readonly pairs: number
  readonly pairs_of_years: number
  /** Such as 2013.05, which can be a month, and 2013.417, which can only be a year with decimals. */
  readonly pointed_months: number
  readonly pointed_decimals: number
  /** Dates such as 18-03-05; among them, those that are a day up to today with the year first, and with the year last. */
  readonly short: number
  readonly short_ymd: number
  readonly short_year_last: number
  /** How many different first and last numbers these have. */
  readonly short_firsts: number
  readonly short_lasts: number
  /** Whether the newest of them is newer with the year first. */
  readonly short_is_newer: boolean
  /** Dates of six digits; among them, those that can be a year and a month, or a day up to today in one of three orders. */
  readonly six: number
  readonly six_ym: number
  readonly six_ymd: number
  readonly six_dmy: number
  readonly six_mdy: number
}

/** How the dates of a column are meant. */
export interface DateForms {
  /** The order of dates such as 3.4.2026. */
  readonly dotted: 'dmy' | 'mdy'
  /** The order of dates such as 2026-03-04. */
  readonly year_first: 'ymd' | 'ydm'
  /** Whether 18-03-05 is of 2018. */
  readonly short_years_first: boolean
  /** The order of dates such as 201003; `unknown` where several fit or none does. */
  readonly six_digits: 'ym' | 'ymd' | 'dmy' | 'mdy' | 'unknown'
  /** Whether 2010-11 is a financial year instead of a month. */
  readonly are_years: boolean
  /** Whether 2013.5 is a month or a year with decimals; `unknown` where nothing beside it shows it. */
  readonly pointed: 'month' | 'decimal' | 'unknown'
}

/** Evidence this many times as frequent as what contradicts it decides. */
const MARGIN = 20
/**
 * The share of dates that has to show an order: usually about three in five have a day above 12, and a few odd dates must
 * not decide for all.
 */
const LEAST_SHOWN = 0.25
const FEWEST_SHOWN = 2

/** Decides how the dates of a column are meant; `order` is what the options say. */
export function dateForms(evidence: FormEvidence, order: 'dmy' | 'mdy' | null): DateForms {
  const { dotted_day_first, dotted_month_first, day_in_middle, day_last, pairs, pairs_of_years } = evidence
  const { pointed_months, pointed_decimals } = evidence
  const isMonthFirst = areShown(dotted_month_first, { against: dotted_day_first, all: evidence.dotted })
  const isDayInMiddle = areShown(day_in_middle, { against: day_last, all: evidence.year_first })
  return {
    dotted: order ?? (isMonthFirst ? 'mdy' : 'dmy'),
    year_first: isDayInMiddle ? 'ydm' : 'ymd',
    short_years_first: order === null && areYearsFirst(evidence),
    six_digits: sixDigits(evidence),
    // One alone can be a month; several months do not all have the number of the next year.
    are_years: pairs_of_years > 1 && areAll(pairs_of_years, pairs),
    pointed: pointed_decimals > 0 ? 'decimal' : pointed_months > 0 ? 'month' : 'unknown',
  }
}

/** As few dates of each kind show by chance what a program that converts some would leave. */
const FEWEST_CONVERTED = 5

/**
 * Whether a program with the month first has converted the dates that it could: 03/09/2026 to 2026-03-09, and left 13/09/2026.
 * All days above 12 are then in dates such as 13/09/2026, and all others in those with the year first, in place of the month.
 */
export function areHalfConverted(
  { year_first, year_first_middles, day_last, day_in_middle }: FormEvidence,
  { day_first, month_first, either }: DateEvidence,
): boolean {
  if (day_last > 0 || day_in_middle > 0 || month_first > 0 || either > 0) return false
  return Math.min(year_first, year_first_middles, day_first) >= FEWEST_CONVERTED
}

/** Days have more different numbers than years. A few dates that can be either are the newer ones, unless these are to come. */
function areYearsFirst(evidence: FormEvidence): boolean {
  const { short, short_ymd, short_year_last, short_firsts, short_lasts, short_is_newer } = evidence
  if (short === 0 || !areAll(short_ymd, short)) return false
  if (!areAll(short_year_last, short)) return true
  if (short_lasts >= 2 * short_firsts && short_lasts > FEW_YEARS) return true
  return short_firsts <= short_lasts && short_ymd >= short_year_last && short_is_newer
}

const FEW_YEARS = 3

function areShown(count: number, { against, all }: { readonly against: number; readonly all: number }): boolean {
  return count >= FEWEST_SHOWN && count >= MARGIN * against && count >= LEAST_SHOWN * all
}

function sixDigits({ six, six_ym, six_ymd, six_dmy, six_mdy }: FormEvidence): DateForms['six_digits'] {
  if (areAll(six_ym, six)) return 'ym'
  const counts = { ymd: six_ymd, dmy: six_dmy, mdy: six_mdy }
  const [only, ...others] = (['ymd', 'dmy', 'mdy'] as const).filter((form) => areAll(counts[form], six))
  return only !== undefined && others.length === 0 ? only : 'unknown'
}

/** All but a few odd ones. */
function areAll(count: number, all: number): boolean {
  return MARGIN * count >= (MARGIN - 1) * all
}
