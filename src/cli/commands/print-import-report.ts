import type { ImportReport, MissingRate, ReadingReport } from '../../service/import/reading/import-report.ts'
import { print } from '../environment/terminal.ts'

const count = new Intl.NumberFormat('en')

const DELIMITER_NAMES: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': '"|"' }
const DATE_ORDERS = { dmy: 'day first', mdy: 'month first', each: 'day or month first, row by row' }

/** Prints the counts of a file's rows, which add up, and how the file was read. */
export function printImportReport(report: ImportReport): void {
  print(report.file)
  const replaces = report.replaces ? ', which replaces the earlier reading of this file' : ''
  print(`  import ${report.run}${replaces}`)
  printCount(report.rows, 'rows read')
  printCount(report.kept, 'kept')
  if (report.reread > 0)
    printCount(report.reread, '  read differently by an earlier import; they now count as read here')
  printKinds(report.repaired, 'repaired: ', report.examples)
  printCount(report.held, 'already imported')
  if (report.merged > 0) printCount(report.merged, 'part of the sale of another row')
  printCount(
    Object.values(report.rejected).reduce((sum, rows) => sum + rows, 0),
    'rejected',
  )
  printKinds(report.rejected, '', report.examples)
  if (report.rejects_file) print(`  rejected rows, to correct and import: ${report.rejects_file}`)
  for (const { country, currency, rows, first_day, last_day } of report.countries) {
    print(`  in ${country}, in ${currency}: ${count.format(rows)}, from ${first_day} to ${last_day}`)
  }
  for (const missing of report.missing_rates) print(`  ${describeMissing(missing)}`)
  if (report.preset !== null) print(`  read with the preset ${report.preset}`)
  for (const note of report.notes) print(`  ${note}`)
  const columns = Object.entries(report.columns).map(([field, column]) => `${field} from ${column}`)
  print(`  columns: ${columns.join(', ')}`)
  const unused = Object.entries(report.unused_columns).flatMap(([field, names]) =>
    names.map((name) => `${name} (${field})`),
  )
  if (unused.length > 0) print(`  columns that mean the same and are not used: ${unused.join(', ')}`)
  const similar = Object.entries(report.similar_columns ?? {}).flatMap(([field, names]) =>
    names.map((name) => `${name} (${field})`),
  )
  if (similar.length > 0) print(`  columns with similar names are not used: ${listed(similar)}`)
  for (const warning of report.warnings ?? []) print(`  WARNING: ${warning}`)
  for (const { question, choices } of report.doubts) {
    const [taken, ...others] = choices.map(({ label }) => label)
    print(`  DOUBT: ${question} ${taken} was taken${others.length > 0 ? `, not ${others.join(' or ')}` : ''}`)
  }
  const reading = describeReading(report.reading)
  if (reading.length > 0) print(`  read as: ${reading.join('; ')}`)
}

/** Whether almost all rows of a file were rejected, so that its columns or options are probably wrong. */
export function keepsAlmostNothing({ rows, kept, held, merged }: ImportReport): boolean {
  return rows > merged && (kept + held) / (rows - merged) < 0.05
}

function describeMissing({ currency, rate_day, rows, first_day, last_day }: MissingRate): string {
  const days = first_day === last_day ? `on ${first_day}` : `from ${first_day} to ${last_day}`
  const isOne = rows === 1
  const prices = `${count.format(rows)} ${isOne ? 'price' : 'prices'} in ${currency} ${days}`
  return `${prices} ${fateOf(rate_day, isOne)}; load nearer rates with "squaremetre rates FILE"`
}

function fateOf(rateDay: string | null, isOne: boolean): string {
  if (rateDay !== null) return `${isOne ? 'is' : 'are'} converted at the rate of ${rateDay}`
  if (isOne) return 'has no exchange rate near its day, so figures leave it out'
  return 'have no exchange rate near their days, so figures leave them out'
}

function printKinds(
  kinds: Readonly<Record<string, number>>,
  prefix: string,
  examples: Readonly<Record<string, string>> = {},
): void {
  const sorted = Object.entries(kinds).sort(([, a], [, b]) => b - a)
  for (const [kind, rows] of sorted) {
    const example = examples[kind] === undefined ? '' : `, such as ${shortened(examples[kind])}`
    printCount(rows, `  ${prefix}${kind}${example}`)
  }
}

/** Similar columns that are named. */
const MOST_NAMED = 12

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Characters of an example that are shown. */
const LONGEST_EXAMPLE = 120

function shortened(text: string): string {
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text
}

function printCount(rows: number, what: string): void {
  print(`${count.format(rows).padStart(13)}  ${what}`)
}

function describeReading(reading: ReadingReport): string[] {
  const { encoding, delimiter, lines, part, quoted_lines, decimals, date_order, guessed_month, split } = reading
  const text = encoding === null ? [] : [encoding]
  if (part !== null) text.push(part)
  if (delimiter !== null) text.push(`separated by ${DELIMITER_NAMES[delimiter] ?? delimiter}`)
  if (quoted_lines > 0 && lines !== null)
    text.push(`${count.format(quoted_lines)} of ${count.format(lines)} lines within quotes`)
  for (const [field, style] of Object.entries(decimals)) {
    text.push(style === 'mixed' ? `${field} with decimal points and commas` : `${field} with a decimal ${style}`)
  }
  if (guessed_month) text.push(`all rows of ${guessed_month.month}, guessed from ${guessed_month.from}`)
  if (date_order !== null) text.push(`dates with ${DATE_ORDERS[date_order]}${shownBy(reading)}`)
  if (reading.short_years_first !== undefined)
    text.push(`${count.format(reading.short_years_first)} different dates such as 18-03-05 with the year first`)
  for (const field of split) text.push(`several place levels in each cell of ${field}`)
  return text
}

function shownBy({ date_evidence }: ReadingReport): string {
  if (!date_evidence) return ''
  const { day_first, month_first, either } = date_evidence
  const counts = [
    `${count.format(day_first)} different ones can only have the day first`,
    `${count.format(month_first)} only the month`,
    `${count.format(either)} either`,
  ]
  return ` (${counts.join(', ')})`
}
