import type { ListingField } from '../columns/listing-fields.ts'

/** How a file would be imported, described before it is. */
export interface Reading {
  readonly file: string
  /** Which part of a file with several tables was read, such as a sheet; null for other files. */
  readonly part: string | null
  readonly rows: number
  /** Rows that would be kept, and those that are imported already. */
  readonly usable: number
  readonly columns: readonly ColumnReading[]
  /** Columns without a meaning. */
  readonly unused: readonly string[]
  readonly values: readonly ValueReading[]
  /** How amounts and dates are written, with the counts that show it. */
  readonly styles: readonly StyleReading[]
  /** Usable rows by the country of their points, most first. */
  readonly countries: readonly Counted[]
  /** Usable rows by repair, most first; a row can have several. */
  readonly repaired: readonly (Counted & { readonly example: string | null })[]
  /** Rejected rows by reason, most first. */
  readonly rejected: readonly (Counted & { readonly example: string | null })[]
  /** Facts about the usable rows that people may not expect. */
  readonly notes: readonly string[]
  /** What was probably read wrongly. */
  readonly warnings: readonly string[]
  readonly doubts: readonly Doubt[]
}

interface Counted {
  readonly name: string
  readonly rows: number
}

/** Where a field comes from: a column, or `=value` for all rows. */
export interface ColumnReading {
  readonly field: ListingField
  readonly column: string
  /** Rows with a value, and rows in which it could be read. */
  readonly filled: number
  readonly read: number
  /** Up to three different cells, and what each was read as; null for nothing. */
  readonly examples: readonly { readonly cell: string; readonly read: string | null }[]
}

/** The values of a field with few of them, most frequent first. */
export interface ValueReading {
  readonly field: ListingField
  readonly values: readonly {
    readonly cell: string | null
    readonly read: string | null
    readonly rows: number
    /** Whether the word is unknown, so that it was read as `other`. */
    readonly isUnknown: boolean
  }[]
  /** Values that are left out, and their rows. */
  readonly others: number
  readonly otherRows: number
}

export interface StyleReading {
  readonly of: string
  readonly style: string
  /** What was counted, by name. */
  readonly evidence: Readonly<Record<string, number | string>>
}

/** A reading that could be another. */
export interface Doubt {
  readonly field: ListingField
  readonly question: string
  /** The option that decides it. */
  readonly option: 'map' | 'date' | 'date-order' | 'ad-sub-type'
  /** What it can be, the reading in force first; each is a value for the option. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** What to do with a described file; other choices for doubtful fields cause another reading. */
export type Verdict = { readonly kind: 'import' | 'stop' } | ({ readonly kind: 'again' } & Chosen)

/** What somebody chose instead of the readings in force. */
export interface Chosen {
  readonly map?: Readonly<Record<string, string>>
  readonly date?: string
  readonly dateOrder?: 'dmy' | 'mdy'
  readonly adSubType?: 'buy' | 'rent'
}

/** The option that takes a choice, as it is written on the command line. */
export function optionFor({ field, option }: Pick<Doubt, 'field' | 'option'>, value: string): string {
  return option === 'map' ? `--map ${quoted(`${field}=${value}`)}` : `--${option} ${value}`
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\p{L}\p{N}_=.:/-]*$/u.test(text) ? text : `"${text.replace(/["$`\\]/g, '\\$&')}"`
}
