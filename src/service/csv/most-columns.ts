/** A header with more columns than this consists of values, not names. */
const MOST_COLUMNS = 2_000

/** Throws when a table has more columns than any table of listings; `where` says how much of the file was read. */
export function refuseManyColumns(columns: number, where: string): void {
  if (columns <= MOST_COLUMNS) return
  throw new Error(`expected at most ${MOST_COLUMNS} columns, found ${columns} ${where}; nothing was imported`)
}
