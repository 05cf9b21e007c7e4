/** Cells of the largest sheet that is read: more than 40 columns of as many rows as Excel has. */
const MOST_CELLS = 50_000_000
/** Bytes searched at once; they overlap by more than the length of any cell’s tag. */
const STEP = 2 ** 24
const OVERLAP = 2 ** 10

/** A cell that has content: `<c r="B7" t="n">`, but not `<c r="B7"/>`. */
const CELL = /\br\s*=\s*["']([A-Z]{1,7})(\d{1,10})["']([^<>]*)>/g

/**
 * Throws when the cells of a sheet lie so far apart that the rectangle around them, which the reader of workbooks fills,
 * would not fit into memory.
 */
export function refuseSparseSheet(xml: Buffer): void {
  let [rows, columns] = [0, 0]
  for (let at = 0; at < xml.length; at += STEP) {
    const text = xml.toString('latin1', at, at + STEP + OVERLAP)
    for (const [, letters = '', digits = '', rest = ''] of text.matchAll(CELL)) {
      if (rest.endsWith('/')) continue
      rows = Math.max(rows, Number(digits))
      columns = Math.max(columns, columnOf(letters))
    }
  }
  if (rows * columns <= MOST_CELLS) return
  throw new Error(`expected at most ${MOST_CELLS} cells, found some in row ${rows} and in column ${columns}`)
}

/** `A` is 1, `AA` is 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0)
}
