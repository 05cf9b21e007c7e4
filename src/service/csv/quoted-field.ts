const DIGITS = /^[-+]?\d+([.,]\d+)*$/

/** A faulty quoted field: it opens on `line` and has run into the following rows by `until`. */
export interface StrayQuote {
  readonly line: number
  readonly until: number
  /** `open`: never closed. `long`: longer than any field. `rows`: contains lines that are rows of the file. */
  readonly kind: 'open' | 'long' | 'rows'
}

/** No description is longer than this many bytes. */
const LONGEST_FIELD = 1 << 18

/** A row has at least a price and a position. Descriptions do not have lines with as many numbers and delimiters. */
const FEWEST_NUMBERS = 3

/** Follows the bytes of one quoted field, to tell a text of several lines from rows between two stray quotes. */
export class QuotedField {
  #bytes = 0
  #isInside = false
  #line: number[] = []
  readonly #delimiter: string
  readonly #width: number

  constructor(delimiter: string, width: number) {
    this.#delimiter = delimiter
    this.#width = width
  }

  /** Marks an opening quote. */
  open(): void {
    this.#bytes = 0
    this.#isInside = false
    this.#line.length = 0
  }

  /** Adds bytes in the quotes that are not line feeds; returns what is wrong with the field, if anything. */
  addText(bytes: Uint8Array, from: number, to: number): 'long' | null {
    this.#bytes += to - from
    if (this.#bytes > LONGEST_FIELD) return 'long'
    if (this.#isInside) for (let i = from; i < to; i++) this.#line.push(bytes[i] as number)
    return null
  }

  /** Adds a line feed in the quotes; returns what is wrong with the field, if anything. */
  addLineFeed(): 'long' | 'rows' | null {
    if (++this.#bytes > LONGEST_FIELD) return 'long'
    const isRow = this.#isInside && this.#looksLikeRow()
    this.#isInside = true
    this.#line.length = 0
    return isRow ? 'rows' : null
  }

  #looksLikeRow(): boolean {
    const fields = Buffer.from(this.#line).toString('latin1').split(this.#delimiter)
    if (fields.length !== this.#width) return false
    return fields.filter((field) => DIGITS.test(field.trim())).length >= FEWEST_NUMBERS
  }
}

/** Says where a stray quote is, and what to do about it. */
export function describeStrayQuote({ line, until, kind }: StrayQuote): string {
  const found = {
    open: 'and the file ends before it closes',
    long: `and is still open ${LONGEST_FIELD / 1024} KiB later, on line ${until}`,
    rows: `and contains rows of the file, such as line ${until - 1}`,
  }[kind]
  return `a quoted field opens on line ${line}, ${found}; nothing was imported. Remove the stray quotation mark or write it twice`
}
