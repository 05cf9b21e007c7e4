/** Records that could not be split are held in memory; a file with more of them is not the table that it was taken for. */
const MALFORMED_MOST = 200_000

/** Throws when more records than that could not be split into columns. */
export function refuseTooManyMalformed(records: number): void {
  if (records <= MALFORMED_MOST) return
  throw new Error(
    `expected at most ${MALFORMED_MOST} rows that cannot be read, found more; nothing was imported. Check the first row and the delimiter of the file`,
  )
}

/** Bytes that records with too many fields may take, since each is kept once for each field too many. */
const EXCESS_BYTES_MOST = 2 ** 29

/** Throws when rows have so many surplus cells that keeping them would fill the memory. */
export function refuseExcess(bytes: number): void {
  if (bytes <= EXCESS_BYTES_MOST) return
  throw new Error(
    'expected rows with as many cells as the first row, found rows with far more; nothing was imported. Check the first row and the delimiter of the file',
  )
}
