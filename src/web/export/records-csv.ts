import type { ExportRecord } from './export-record.ts'

/** Returns records as CSV (RFC 4180), with the names of the first one's columns; what is not known is an empty field. */
export function recordsCsv(records: readonly ExportRecord[]): string {
  const columns = Object.keys(records[0] ?? {})
  const lines = records.map((record) => columns.map((column) => field(record[column] ?? null)))
  return [columns, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

function field(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run text that begins like a formula.
  const text = /^\s*[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
