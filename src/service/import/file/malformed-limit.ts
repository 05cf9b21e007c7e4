/** Records that could not be split are held in memory; a file with more of them is not the table that it was taken for. */
const MALFORMED_MOST = 200_000

/** Throws when more records than that could not be split into columns. */
export function refuseTooManyMalformed(records: number): void {
  if (records <= MALFORMED_MOST) return
  throw new Error(
    `expected at most ${MALFORMED_MOST} rows that do not have the form of the others, found more; nothing was imported. Are the first row and the delimiter those of the file?`,
  )
}
