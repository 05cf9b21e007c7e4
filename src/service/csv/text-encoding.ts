import { isAscii } from 'node:buffer'
import { codePageOf } from './code-pages.ts'
import { type LegacyEncoding, legacyEncoding } from './legacy-encoding.ts'
import { isBig5, pairedEncoding } from './paired-encoding.ts'

const CONTINUATION = 0b10

/** Bytes that are looked at together. */
const SLICE = 4096
/** As much as shows how characters of two bytes are written. */
const SAMPLE = 65_536
const LINE_END = 10
const NO_BREAK_SPACE = 0xa0
const EURO_OF_LATIN_9 = 0xa4
const [A, Z] = [0x61, 0x7a]

/** Counts which bytes of a file are UTF-8 and which cannot be; ASCII does not count. */
export class Utf8Tally {
  /** Complete characters of several bytes. */
  valid = 0
  /** Bytes that are not valid UTF-8 in their position. */
  invalid = 0
  /**
   * In how many different contexts (pairs of neighbours, one of them a letter) each byte from 0x80 on occurs, so that a
   * name in every row counts once.
   */
  readonly high = new Uint32Array(256)
  /** Which of these bytes occur at all, also as signs beside numbers. */
  readonly present = new Uint8Array(256)
  /** How many of these contexts have another such byte on both sides. */
  inRuns = 0
  readonly #sample: Uint8Array[] = []
  #sampled = 0
  #isFirst = true
  /** One bit for each byte from 0x80 on between two others. */
  readonly #seen = new Uint8Array(1 << 20)
  #missing = 0
  #before = 0

  /** Adds the next bytes of the file. */
  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += SLICE) {
      const slice = bytes.subarray(from, from + SLICE)
      if (this.#missing > 0 || !isAscii(slice)) {
        this.#addSlice(slice, bytes[from + SLICE] ?? 0)
        this.#addSample(slice)
      }
      this.#before = slice.at(-1) ?? 0
      this.#isFirst = false
    }
  }

  /** Whole lines of the text, some of which are not ASCII; at most 64 KiB and a slice. */
  sample(): Uint8Array {
    return Buffer.concat(this.#sample)
  }

  #addSample(slice: Uint8Array): void {
    if (this.#sampled >= SAMPLE) return
    const lines = slice.slice(this.#isFirst ? 0 : slice.indexOf(LINE_END) + 1, slice.lastIndexOf(LINE_END) + 1)
    this.#sample.push(lines)
    this.#sampled += lines.length
  }

  #addSlice(bytes: Uint8Array, next: number): void {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte >= 0x80) this.#addHigh(byte, bytes[i - 1] ?? this.#before, bytes[i + 1] ?? next)
      else if (this.#missing === 0) continue
      if (this.#missing > 0) {
        if (byte >> 6 === CONTINUATION) {
          if (--this.#missing === 0) this.valid++
          continue
        }
        this.invalid++
      }
      this.#start(byte)
    }
  }

  #addHigh(byte: number, before: number, after: number): void {
    this.present[byte] = 1
    // The signs beside a number (£250,000, 250 000 €) would be letters in other encodings, and each price a new context.
    if (!isLetter(before) && !isLetter(after)) return
    const bit = (before << 15) | ((byte & 0x7f) << 8) | after
    const mask = 1 << (bit & 7)
    const seen = this.#seen[bit >> 3] ?? 0
    if ((seen & mask) !== 0) return
    this.#seen[bit >> 3] = seen | mask
    this.high[byte] = (this.high[byte] ?? 0) + 1
    if (before >= 0x80 && after >= 0x80) this.inRuns++
  }

  /** Whether many bytes beyond ASCII stand side by side; in Latin letters, hardly more than two accented ones do, as in "ção". */
  hasRuns(): boolean {
    return this.inRuns > 0.3 * this.high.reduce((sum, count) => sum + count, 0)
  }

  /** Marks the end of the file. */
  end(): void {
    if (this.#missing > 0) this.invalid++
    this.#missing = 0
  }

  #start(byte: number): void {
    this.#missing = 0
    if (byte < 0x80) return
    if (byte >= 0xc2 && byte <= 0xdf) this.#missing = 1
    else if (byte >= 0xe0 && byte <= 0xef) this.#missing = 2
    else if (byte >= 0xf0 && byte <= 0xf4) this.#missing = 3
    else this.invalid++
  }
}

/** Whether a byte can be a letter, in any encoding; a no-break space, which groups thousands, hardly ever is one. */
function isLetter(byte: number): boolean {
  if (byte >= 0x80) return byte !== NO_BREAK_SPACE
  const lower = byte | 0x20
  return lower >= A && lower <= Z
}

/**
 * The least share of a table's characters that are ASCII, as its numbers and commas are: one of their two bytes in UTF-16 is
 * zero.
 */
const ASCII_SHARE = 1 / 8
/** The other is zero in few characters, such as Ā and 一. */
const OTHER_ZEROS = 1 / 4

/**
 * The encoding that a file's first bytes show: UTF-16 by its mark, or because every second byte of an ASCII header, or of
 * much of a table with other letters, is zero; null when they do not show one.
 */
export function markedEncoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = head
  if ((a === 0xff && b === 0xfe) || (b === 0 && d === 0 && a !== 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && c === 0 && b !== 0)) return 'utf-16be'
  const start = head.subarray(0, SLICE)
  const zeros = [0, 0] as [even: number, odd: number]
  for (const [i, byte] of start.entries()) if (byte === 0) zeros[(i % 2) as 0 | 1]++
  const [few, many] = zeros.toSorted((x, y) => x - y) as [number, number]
  if (many === 0 || many < (ASCII_SHARE * start.length) / 2 || few > OTHER_ZEROS * many) return null
  return zeros[1] === many ? 'utf-16le' : 'utf-16be'
}

/**
 * The encoding of a file without a mark, when more bytes are invalid as UTF-8 than characters are valid: one of two bytes a
 * character, or that of one byte in which its letters are most likely. Otherwise UTF-8: its invalid bytes are damage, and
 * the rest must not be misread.
 */
export function unmarkedEncoding(tally: Utf8Tally): LegacyEncoding {
  if (tally.invalid <= tally.valid) return 'utf-8'
  const isLatin = !tally.hasRuns()
  if (isLatin && isBig5(tally.sample())) return 'big5'
  const found = (isLatin ? null : pairedEncoding(tally.sample())) ?? legacyEncoding(tally.high, isLatin)
  return found === 'windows-1252' && hasEuroOfLatin9(tally) ? 'iso-8859-15' : found
}

/**
 * Whether a text has the euro sign of ISO 8859-15, elsewhere a sign (¤) that nobody writes, and none of the signs that only
 * Windows has.
 */
function hasEuroOfLatin9({ present }: Utf8Tally): boolean {
  return present[EURO_OF_LATIN_9] === 1 && !present.subarray(0x80, NO_BREAK_SPACE).includes(1)
}

/** The WHATWG's canonical name of an encoding, or that of a code page, from any of its names; throws on an unknown name. */
export function encodingOf(label: string): string {
  const codePage = codePageOf(label)
  if (codePage !== null) return codePage
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    throw new Error(
      `encoding "${label}" should be one such as utf-8, utf-16le, windows-1252, windows-1250, ibm850 or gb18030`,
      {
        cause,
      },
    )
  }
}
