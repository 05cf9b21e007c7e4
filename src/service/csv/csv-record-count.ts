import { QuotedField, type StrayQuote } from './quoted-field.ts'

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

type State = 'field_start' | 'plain' | 'quoted' | 'quote_in_quoted'

/**
 * Counts the records of a CSV file from its bytes, independently of the reader that imports them, so that the two can
 * be compared. Also knows the line on which each record starts, and the first quoted field that cannot be one. A quote
 * counts only at the start of a field.
 */
export class CsvRecordCount {
  /** Records that are not blank, including the header. */
  records = 0
  /** The first quoted field that has swallowed rows; null when there is none. */
  strayQuote: StrayQuote | null = null
  /** Line ends within quotes. */
  quotedLines = 0
  /** Records by the end of their line. */
  readonly ends = { lineFeed: 0, both: 0, return: 0 }
  /**
   * Bytes of the records with too many fields, counted once for each excess field, because a reader keeps a record that
   * often.
   */
  excessBytes = 0
  /** The longest record: where it begins, and its bytes. */
  longest = { line: 1, bytes: 0 }
  /** Blank records, which a reader that numbers all records also counts. */
  #blanks = 0
  #line = 1
  #state: State = 'field_start'
  #recordLine = 1
  /** Bytes before the chunk, and before the record. */
  #chunkAt = 0
  #recordAt = 0
  /** Fields of the record so far. */
  #fields = 1
  #isBlank = true
  /** Whether the byte before is a carriage return outside quotes. */
  #afterReturn = false
  #quoteLine = 1
  readonly #delimiter: number
  readonly #width: number
  readonly #quoted: QuotedField
  // One entry for each change in the distance between a record's number and its line: few in most files.
  readonly #shifts: { record: number; blanks: number; line: number }[] = []

  /** `width` is the number of columns. */
  constructor(delimiter: string, width: number) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#width = width
    this.#quoted = new QuotedField(delimiter, width)
  }

  /** Adds the next bytes of the file. */
  add(bytes: Uint8Array): void {
    let state = this.#state
    let isBlank = this.#isBlank
    let afterReturn = this.#afterReturn
    const delimiter = this.#delimiter
    for (let i = 0; i < bytes.length; i++) {
      // Most bytes are text within a field, which changes nothing.
      if (state === 'quoted') {
        const from = i
        while (i < bytes.length && bytes[i] !== QUOTE && bytes[i] !== LINE_FEED) i++
        this.#addQuoted(bytes, from, i)
        if (bytes[i] === QUOTE) state = 'quote_in_quoted'
        continue
      }
      if (state === 'plain' && !afterReturn) i = endOfPlain(bytes, i, delimiter)
      if (i === bytes.length) break
      const byte = bytes[i] as number
      if (byte === LINE_FEED) {
        this.ends[afterReturn ? 'both' : 'lineFeed']++
        afterReturn = false
        this.#endRecord(isBlank, this.#chunkAt + i)
        isBlank = true
        state = 'field_start'
        continue
      }
      if (afterReturn) this.ends.return++
      afterReturn = byte === CARRIAGE_RETURN
      // A return is part of the line ending; a blank line stays blank.
      if (!afterReturn) {
        isBlank = false
        if (byte === delimiter) {
          state = 'field_start'
          this.#fields++
        } else if (byte === QUOTE && state === 'quote_in_quoted') state = 'quoted'
        else if (byte === QUOTE && state === 'field_start') {
          state = 'quoted'
          this.#quoteLine = this.#line
          this.#quoted.open()
        } else state = 'plain'
      }
    }
    this.#chunkAt += bytes.length
    this.#state = state
    this.#isBlank = isBlank
    this.#afterReturn = afterReturn
  }

  /** Marks the end of the file. */
  end(): void {
    if (this.#state === 'quoted') this.#report('open')
    if (this.#afterReturn) this.ends.return++
    if (!this.#isBlank) this.#endRecord(false, this.#chunkAt)
  }

  /** Whether lines end in several ways, as when files are joined. */
  get hasMixedEnds(): boolean {
    return Object.values(this.ends).filter((records) => records > 0).length > 1
  }

  /** Lines of the file: those that records start on, blank ones, and those within quotes. */
  get lines(): number {
    return this.records + this.#blanks + this.quotedLines
  }

  /** The line on which a record starts; both count from 1. */
  lineOfRecord(record: number): number {
    const shift = this.#lastShift((entry) => entry.record <= record)
    return shift ? shift.line + record - shift.record : record
  }

  /** The record at a place among all records, including blank ones; both count from 1. */
  recordAtPlace(place: number): number {
    const shift = this.#lastShift((entry) => entry.record + entry.blanks <= place)
    return shift ? place - shift.blanks : place
  }

  /** Adds text in quotes, and the line feed after it, if there is one. */
  #addQuoted(bytes: Uint8Array, from: number, to: number): void {
    const tooLong = this.#quoted.addText(bytes, from, to)
    if (tooLong) this.#report(tooLong)
    if (bytes[to] !== LINE_FEED) return
    this.#line++
    this.quotedLines++
    const fault = this.#quoted.addLineFeed()
    if (fault) this.#report(fault)
  }

  #report(kind: StrayQuote['kind']): void {
    this.strayQuote ??= { line: this.#quoteLine, until: this.#line, kind }
  }

  #endRecord(isBlank: boolean, at: number): void {
    this.excessBytes += Math.max(0, this.#fields - this.#width) * (at - this.#recordAt)
    if (at - this.#recordAt > this.longest.bytes) this.longest = { line: this.#recordLine, bytes: at - this.#recordAt }
    this.#recordAt = at
    this.#fields = 1
    if (isBlank) this.#blanks++
    else {
      this.records++
      const last = this.#shifts.at(-1)
      const expected = last ? last.line + this.records - last.record : this.records
      if (expected !== this.#recordLine || (last?.blanks ?? 0) !== this.#blanks) {
        this.#shifts.push({ record: this.records, blanks: this.#blanks, line: this.#recordLine })
      }
    }
    this.#line++
    this.#recordLine = this.#line
  }

  #lastShift(isBefore: (entry: { record: number; blanks: number }) => boolean) {
    let low = 0
    let high = this.#shifts.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = this.#shifts[middle]
      if (entry && isBefore(entry)) low = middle + 1
      else high = middle
    }
    return this.#shifts[low - 1]
  }
}

/** Where a field without quotes ends, or a carriage return in it. */
function endOfPlain(bytes: Uint8Array, from: number, delimiter: number): number {
  let i = from
  while (i < bytes.length && bytes[i] !== delimiter && bytes[i] !== LINE_FEED && bytes[i] !== CARRIAGE_RETURN) i++
  return i
}
