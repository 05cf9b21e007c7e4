const CONTINUATION = 0b10

/** Counts what of a file's bytes is UTF-8 and what cannot be; ASCII says nothing. */
export class Utf8Tally {
  /** Characters of several bytes that are whole. */
  valid = 0
  /** Bytes that UTF-8 does not have where they stand. */
  invalid = 0
  #missing = 0

  /** Takes the next bytes of the file. */
  add(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte < 0x80 && this.#missing === 0) continue
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

  /** Says that the file has ended. */
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

/**
 * The encoding that a file's first bytes show: UTF-16 by its mark, or by the zeros that every second byte of a header
 * in ASCII then is; null where they do not tell.
 */
export function markedEncoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = head
  if ((a === 0xff && b === 0xfe) || (b === 0 && d === 0 && a !== 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && c === 0 && b !== 0)) return 'utf-16be'
  return null
}

/**
 * The encoding of a file without marks. Bytes that are not UTF-8 are those of Windows-1252, which holds Latin-1, unless
 * most of the others are UTF-8: then they are damage, and whole lines of it must not be misread.
 */
export function unmarkedEncoding({ valid, invalid }: Utf8Tally): 'utf-8' | 'windows-1252' {
  return invalid > valid ? 'windows-1252' : 'utf-8'
}

/** The name of an encoding as the WHATWG has it, from any of its names; throws on one that is not known. */
export function encodingOf(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    throw new Error(`encoding "${label}" is not known; such are utf-8, utf-16le, windows-1252, windows-1250, gb18030`, {
      cause,
    })
  }
}
