import type { ListingField } from '../columns/listing-fields.ts'
import type { DateEvidence, DateOrder, NumberStyle } from '../values/column-style.ts'
import type { GuessedMonth } from '../values/guess-month.ts'
import type { GuessedOrder } from '../values/likelier-order.ts'
import type { GuessedOffer, GuessedUnit } from '../values/price-level.ts'
import type { Doubt } from './reading.ts'

/** The outcome of a file's rows: `rows` is `kept`, `held`, `merged` and the sum of `rejected` together. */
export interface ImportReport {
  file: string
  /** The id of the import, for `squaremetre imports`. */
  run: number
  /** Whether the file had been imported before and was read otherwise then: this reading replaces that one. */
  replaces: boolean
  rows: number
  kept: number
  /** Rows that were already imported. */
  held: number
  /** Rows that are part of the sale of another row, in files with several rows a sale. */
  merged: number
  /** Kept rows that the import of another file had read differently; the reading of this import now counts. */
  reread: number
  /** Rejected rows by reason. */
  rejected: Record<string, number>
  /** One row of each reason for rejection, and one cell of each repair; records of older versions have none. */
  examples?: Record<string, string>
  /** Kept rows by repair; a row can have several repairs. */
  repaired: Record<string, number>
  /** The file with the rejected rows; null when there are none. */
  rejects_file: string | null
  /** The file with the kept rows; null when there are none. */
  listings_file: string | null
  /** The preset with which the file was read; null when there is none. */
  preset: string | null
  /** What the preset has to say, such as how many floor areas it found, and how many rows have a day to come. */
  notes: string[]
  /** The column, or `=value`, that each field comes from. */
  columns: Partial<Record<ListingField, string>>
  /** Columns with a known name of a field that another column provides, such as total beside living areas. */
  unused_columns: Partial<Record<ListingField, string[]>>
  /** Columns that are not used, although their names have a word for the field; records of older versions have none. */
  similar_columns?: Partial<Record<ListingField, string[]>>
  /** What was probably read wrongly, or is missing; records of older versions have none. */
  warnings?: readonly string[]
  reading: ReadingReport
  /** Kept rows by country and currency, with their first and last day. */
  countries: { country: string; currency: string; rows: number; first_day: string; last_day: string }[]
  missing_rates: MissingRate[]
  /** Readings that could be another. */
  doubts: readonly Doubt[]
}

/** Prices of a currency that have no rate near the end of their month. */
export interface MissingRate {
  currency: string
  /** The day of the rate that they are converted at; null when they have none, and were rejected. */
  rate_day: string | null
  rows: number
  first_day: string
  last_day: string
}

/** What was detected about a file before its rows were read. */
export interface ReadingReport {
  /** Null for files that are not CSV, like the delimiter and the number of lines. */
  encoding: string | null
  delimiter: string | null
  lines: number | null
  /** Which part of a file with several tables was read, such as the sheet of a workbook; null for other files. */
  part: string | null
  /** Lines that do not start a row, because they are within quotes. */
  quoted_lines: number
  /** The decimal signs of price and area; a column without points and commas is left out. */
  decimals: Record<string, NumberStyle>
  /** The month that was guessed for a file without dates, and from what; null when nothing was guessed. */
  guessed_month: GuessedMonth | null
  /** Null when no date depends on the order of day and month. */
  date_order: DateOrder | null
  /** The different dates that show it, and those that can be either; records of older versions have none. */
  date_evidence?: DateEvidence
  /** How many different dates such as 18-03-05 are read with the year first; left out without any. */
  short_years_first?: number
  /** Whether the rows are rents, if only the level of the prices shows it; null when nothing was guessed. */
  guessed_offer: GuessedOffer | null
  /** The unit of areas, where only their size says so; records of older versions have none. */
  guessed_unit?: GuessedUnit | null
  /** The order of day and month where no date shows it; null when nothing was guessed. */
  guessed_order: GuessedOrder | null
  /** Columns of zones whose cells also contain the places around them. */
  split: ('macrozone' | 'microzone')[]
}
