import type { DateOrder, NumberStyle } from './column-style.ts'
import type { ListingField } from './known-columns.ts'

/** What became of a file's rows: `rows` is `kept` plus `held` plus the sum of `rejected`. */
export interface ImportReport {
  file: string
  rows: number
  kept: number
  /** Rows of which an equal one was kept before. */
  held: number
  /** Rows by the reason why they were rejected. */
  rejected: Record<string, number>
  /** Kept rows by what was put right in them; a row may have several repairs. */
  repaired: Record<string, number>
  /** Where the rejected rows are; null when there are none. */
  rejects_file: string | null
  /** Where the kept ones are; null when there are none. */
  listings_file: string | null
  /** The column, or `=value`, that each field was taken from. */
  columns: Partial<Record<ListingField, string>>
  reading: ReadingReport
  /** Kept rows by country and currency, with their first and last day. */
  countries: { country: string; currency: string; rows: number; first_day: string; last_day: string }[]
}

/** What was found out about a file before its rows were read. */
export interface ReadingReport {
  /** Null for Parquet, as is the delimiter. */
  encoding: string | null
  delimiter: string | null
  /** The decimal sign of each column of numbers in which a row has one that matters. */
  decimals: Record<string, NumberStyle>
  /** Null where no date has day and month in an order that has to be known. */
  date_order: DateOrder | null
  /** Columns of zones whose cells hold the places around them too. */
  parted: ('macrozone' | 'microzone')[]
}
