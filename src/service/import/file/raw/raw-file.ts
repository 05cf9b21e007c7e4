import type { DuckSession } from '../../../storage/duck-session.ts'
import type { PointColumns } from './found-row.ts'

/** A record that could not be split into columns. */
export interface MalformedRecord {
  /** Its number among all records; the header is 1. */
  record: number
  reason: string
  text: string
  /** What it is in the file, where that is not UTF-8 and `text` cannot have it. */
  bytes?: Buffer | undefined
}

/** How the text of a file was read. */
export interface TextForm {
  readonly encoding: string
  readonly delimiter: string
  /** Lines of the file. */
  readonly lines: number
  /** Those of its lines that do not start a row, because they are within quotes. */
  readonly quotedLines: number
}

/** A file whose rows are in table `raw` (n, content, c0, c1, …). */
export interface RawFile {
  readonly header: readonly string[]
  /** Indexes of columns that contain numbers rather than text. */
  readonly numeric: ReadonlySet<number>
  /** How the text was read; null for files that are not CSV. */
  readonly text: TextForm | null
  /** What was read where the file's kind leaves a choice, such as the sheet of a workbook. */
  readonly part?: string | undefined
  /** The name of the sheet of a workbook that was read. */
  readonly sheet?: string | undefined
  /** Whether plain numbers count days from 1904, as in workbooks of the first Excel for Macs, and not from 1900. */
  readonly countsFrom1904?: boolean | undefined
  /** Formulas of a sheet that have no result, so that their cells are read as empty. */
  readonly uncalculated?: number | undefined
  /** Rows whose point is the middle of an outline. */
  readonly outlined?: number | undefined
  /** Rows that a workbook does not show, as where somebody filtered them. */
  readonly hidden?: number | undefined
  /** What else in the file looks like rows and was not read. */
  readonly leftOut?: readonly string[]
  /** Rows of the file, counted independently of the reader that filled the table. */
  readonly rows: number
  readonly malformed: readonly MalformedRecord[]
  /** The line (for Parquet and other files without lines, the row) of row `n`. Call it with ascending n. */
  lineOf(n: number): number
  lineOfMalformed(record: MalformedRecord): number
  /** Short digest of the file's bytes. */
  readonly digest: string
}

export interface ReadOptions {
  /** A folder for a copy of the file as UTF-8: the session's spill folder, which is removed with the session. */
  readonly workDir: string
  /** Any WHATWG name of an encoding, or that of a code page of DOS; detected by default. */
  readonly encoding?: string | undefined
  /** The names of the columns of a CSV file without a header. */
  readonly columns?: readonly string[] | undefined
  /** Whether a line of a CSV file is its header; lines before it are left out. By default the first line is. */
  readonly isHeader?: ((names: readonly string[]) => boolean) | undefined
  /** Where GeoJSON has a feature without a geometry. */
  readonly pointOf?: PointColumns | undefined
  /** Whether elements of XML with these names within them, or a sheet with these columns, are listings. */
  readonly isListing?: ((names: readonly string[]) => boolean) | undefined
  /** Whether words that a workbook shows with a number name a currency or a unit of area. */
  readonly isUnit?: ((words: string) => boolean) | undefined
}

/** Numbers the rows and adds `content`, a hash that equal rows share. */
export function rawSelect(columns: number, source: string): string {
  const all = Array.from({ length: columns }, (_, i) => `coalesce(c${i}, chr(30))`).join(', ')
  return `SELECT row_number() OVER () AS n, md5(concat_ws(chr(31), ${all})) AS content, * FROM (${source})`
}

/** Throws unless the rows of table `raw` and the malformed ones are all rows of the file. */
export async function assertRows(session: DuckSession, rows: number, malformed: number): Promise<void> {
  const taken = await rowsTaken(session)
  if (taken + malformed === rows) return
  throw new Error(
    `expected ${rows} rows, found ${taken} readable and ${malformed} malformed; nothing was imported. Look for an unclosed quotation mark`,
  )
}

/** The rows of table `raw`. */
export async function rowsTaken(session: DuckSession): Promise<number> {
  const [raw] = await session.rows<{ rows: number }>('SELECT count(*)::INTEGER AS rows FROM raw')
  return raw?.rows ?? 0
}
