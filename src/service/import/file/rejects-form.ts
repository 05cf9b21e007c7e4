/** The two columns that a file of rejected rows has before those of the rows; imports of such a file ignore them. */
export const REJECTS_COLUMNS = ['rejected_line', 'rejected_because'] as const

const NUMBER = /^[+-]?[.,]*\d[\d.,]*([eE][+-]?\d+)?$/
const FORMULA = /^'*[=+\-@\t\r]/

/** Whether a file has the form of a file of rejected rows. */
export function isRejectsForm(header: readonly string[]): boolean {
  return REJECTS_COLUMNS.every((name, i) => header[i] === name)
}

/** A cell as a spreadsheet shows it without computing it: an apostrophe stands before a formula; numbers stay. */
function harmless(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

/** SQL that undoes `harmless`. */
export function unharmed(column: string): string {
  return `regexp_replace(${column}, '^''(''*[=+\\-@\\t\\r])', '\\1')`
}

/** One field of a CSV file; an empty text keeps its quotes, so that it differs from a missing one. */
export function csvField(cell: string | null, delimiter: string): string {
  if (cell === null) return ''
  const text = harmless(cell)
  const isPlain = text !== '' && !text.includes(delimiter) && !/["\r\n]/.test(text)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}

/** The text of a record that could not be split, with its cells made harmless. */
export function harmlessRecord(text: string, delimiter: string): string {
  const cells = text.replace(/(?<![\r\n])[\r\n]+$/, '').split(delimiter)
  return cells.map((cell) => (cell.startsWith('"') ? `"${harmless(cell.slice(1))}` : harmless(cell))).join(delimiter)
}
