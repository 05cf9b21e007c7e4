import { refuseManyColumns } from './most-columns.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** The delimiter of a CSV file, and its column names. */
export interface CsvDialect {
  readonly delimiter: string
  readonly header: readonly string[]
  /** Lines before the header: empty lines, titles, and Excel's `sep=;`. */
  readonly linesBefore: number
  /** Those of them that are not empty. */
  readonly recordsBefore: number
}

/** A header is not looked for further down than this. */
const MOST_LINES_BEFORE = 20

/**
 * Reads the header of a CSV file from its first bytes: the first line that `isHeader` accepts, else the first line that
 * is not empty. Throws when that has fewer than two columns, or a line has more than any table.
 */
export function readDialect(start: string, isHeader: (names: readonly string[]) => boolean = () => true): CsvDialect {
  const text = start.replace(/^\uFEFF/, '')
  let first: CsvDialect | null = null
  let recordsBefore = 0
  for (let at = 0, linesBefore = 0; linesBefore <= MOST_LINES_BEFORE; linesBefore++) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? undefined : end).replace(/\r$/, '')
    if (line !== '') {
      const dialect = { ...dialectAt(text.slice(at)), linesBefore, recordsBefore }
      refuseManyColumns(dialect.header.length, `in line ${linesBefore + 1}`)
      const isSeparator = /^"?sep=.?"?$/i.test(line)
      if (!isSeparator && dialect.header.length > 1 && isHeader(dialect.header)) return dialect
      if (!isSeparator) first ??= dialect
      recordsBefore++
    }
    if (end < 0) break
    at = end + 1
  }
  if (first !== null && first.header.length > 1) return first
  const [firstLine = ''] = text.trimStart().split(/\r?\n/, 1)
  throw new Error(
    `expected a header with columns separated by commas, semicolons, tabs or "|", found "${firstLine.slice(0, 60)}"${adviceOn(firstLine)}`,
  )
}

/** What to do with a header that no delimiter cuts, where that is known. */
function adviceOn(line: string): string {
  if (/ {2,}\S+ {2,}/.test(line)) return '; write a table that is aligned with blanks as CSV'
  const isWhole = /^"[^"]*"$/.test(line) && splitRecord(line.slice(1, -1), ',').length > 1
  return isWhole ? '; remove the quotation marks around whole lines' : ''
}

/**
 * The delimiter that gives the most columns in the first record of a text, first of those that leave no quotation marks:
 * one that is only within a quoted name, as in `price,"a;b;c"`, would cut it.
 */
function dialectAt(text: string): Pick<CsvDialect, 'delimiter' | 'header'> {
  const all = DELIMITERS.map((delimiter) => ({ delimiter, header: splitRecord(text, delimiter) }))
  const whole = all.filter(({ header }) => header.length > 1 && !header.join('').includes('"'))
  return (whole.length > 0 ? whole : all).reduce((best, each) =>
    each.header.length > best.header.length ? each : best,
  )
}

/** Where the quoted field that begins at `from` ends: the length of the text where nothing closes it. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end < 0 ? text.length : end
}

/** Returns the fields of the first record of a text. */
export function splitRecord(text: string, delimiter: string): string[] {
  const fields: string[] = []
  let at = 0
  for (;;) {
    const quoted = text[at] === '"'
    const from = quoted ? at + 1 : at
    let field = ''
    let end = from
    if (quoted) {
      end = closingQuote(text, from)
      field = text.slice(from, end).replaceAll('""', '"')
      end++
    } else {
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
      field = text.slice(from, end)
    }
    fields.push(field.trim())
    if (text[end] !== delimiter) return fields
    at = end + 1
  }
}
