import type { ImportReport } from '../service/import/import-listings.ts'
import { print } from './terminal.ts'

const count = new Intl.NumberFormat('en')

/** Prints what became of a file's rows, so that one can check that the counts add up. */
export function printImportReport(report: ImportReport): void {
  const rejected = Object.entries(report.rejected).sort(([, a], [, b]) => b - a)
  const rejectedRows = rejected.reduce((sum, [, rows]) => sum + rows, 0)
  print(report.file)
  printCount(report.rows, 'rows read')
  printCount(report.kept, 'kept')
  printCount(report.held, 'held before')
  printCount(rejectedRows, 'rejected')
  for (const [reason, rows] of rejected) printCount(rows, `  ${reason}`)
  if (report.rejects_file) print(`  rejected rows with line and reason: ${report.rejects_file}`)
  for (const { country, rows, first_day, last_day } of report.countries) {
    print(`  in ${country}: ${count.format(rows)}, from ${first_day} to ${last_day}`)
  }
  const columns = Object.entries(report.columns).map(([field, column]) => `${field} from ${column}`)
  print(`  columns: ${columns.join(', ')}`)
}

function printCount(rows: number, what: string): void {
  print(`${count.format(rows).padStart(13)}  ${what}`)
}
