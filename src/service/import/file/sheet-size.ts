import { columnNumber } from './cell-addresses.ts'

/** Cells of the largest sheet that is read: more than 40 columns of as many rows as Excel has. */
const MOST_CELLS = 50_000_000
/** Bytes searched at once. */
const STEP = 2 ** 24

/** The last row of Excel. */
const MOST_ROWS = 1_048_576

/** What lies between two brackets: a tag, or text. */
const BETWEEN = /[^<>]+/g
/** The attribute `r`, but not the prefix of relationships that most programs declare, `xmlns:r="http://…"`. */
const ADDRESS = /(?<!\sxmlns:)\br\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** `B7` of a cell, or `7` of a row. */
const PLAIN = /^([A-Z]{0,3})(\d{1,7})$/

/**
 * Throws when the cells of a sheet lie so far apart that the rectangle around them, which the reader of workbooks fills,
 * would not fit into memory. Cells without content, `<c r="B7"/>`, are not counted. Also throws where an address is not
 * spelled as in Excel: that reader takes `zz7` and `B1e9` for cells that are far away.
 */
export function refuseSparseSheet(xml: Buffer): void {
  let [row, rows, columns] = [0, 0, 0]
  for (let at = 0, end = 0; at < xml.length; at = end) {
    // Ends with a tag, so that none is cut in two.
    end = at + STEP < xml.length ? 1 + xml.lastIndexOf('>', at + STEP - 1) : xml.length
    if (end <= at) throw new Error(`expected tags of at most ${STEP} bytes, found a longer one`)
    for (const { address, isEmpty } of addressesIn(xml.toString('latin1', at, end))) {
      const [, letters = '', digits] = PLAIN.exec(address) ?? []
      if (digits === undefined || Number(digits) > MOST_ROWS)
        throw new Error(`expected addresses of cells up to row ${MOST_ROWS}, such as B7, found '${address}'`)
      if (letters === '') row = Number(digits)
      else if (!isEmpty) {
        rows = Math.max(rows, row, Number(digits))
        columns = Math.max(columns, columnNumber(letters))
      }
    }
  }
  if (rows * columns <= MOST_CELLS) return
  throw new Error(`expected at most ${MOST_CELLS} cells, found some in row ${rows} and in column ${columns}`)
}

/** The addresses in the tags of a text, `<row r="7">` and `<c r="B7">`, and whether the element has nothing in it. */
function* addressesIn(text: string): Generator<{ readonly address: string; readonly isEmpty: boolean }> {
  for (const { 0: tag, index } of text.matchAll(BETWEEN)) {
    if (text[index + tag.length] !== '>') continue
    for (const [, double, single = ''] of tag.matchAll(ADDRESS))
      yield { address: double ?? single, isEmpty: tag.endsWith('/') }
  }
}
