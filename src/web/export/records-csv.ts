import type { ExportRecord } from './export-record.ts'

/** How a program reads CSV. */
interface CsvManner {
  readonly separator: ',' | ';'
  readonly decimalMark: string
  /** Begins the file: without a byte order mark, Excel takes UTF-8 for another encoding. */
  readonly start: '' | '\ufeff'
}

/** As programs read it everywhere (RFC 4180). */
const PLAIN: CsvManner = { separator: ',', decimalMark: '.', start: '' }

/** Returns how Excel reads CSV where numbers have this decimal mark; with a comma there, semicolons separate columns. */
export function excelManner(decimalMark: string): CsvManner {
  return { separator: decimalMark === ',' ? ';' : ',', decimalMark, start: '\ufeff' }
}

/** Returns records as CSV, with the names of the first one's columns; what is not known is an empty field. */
export function recordsCsv(records: readonly ExportRecord[], manner: CsvManner = PLAIN): string {
  const columns = Object.keys(records[0] ?? {})
  const lines = records.map((record) => columns.map((column) => field(record[column] ?? null, manner)))
  return manner.start + [columns, ...lines].map((line) => `${line.join(manner.separator)}\r\n`).join('')
}

/** What a spreadsheet runs if a cell begins with it. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r\n]/
/** What ends a cell in a program that expects another separator: for it, the quotation marks around a text end nothing. */
const FORMULA_WITHIN = /([,;\t|\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g

/** Returns a text without formulas, whichever separator the program that opens the file expects. */
function withoutFormulas(text: string): string {
  const plain = text.replaceAll(FORMULA_WITHIN, "$1'")
  return FORMULA.test(plain) ? `'${plain}` : plain
}

function field(value: string | number | null, { separator, decimalMark }: CsvManner): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', decimalMark)
  const text = withoutFormulas(value)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}
