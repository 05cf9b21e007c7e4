const DELIMITERS = [',', ';', '\t', '|'] as const

/** The delimiter of a CSV file, and its column names. */
export interface CsvDialect {
  readonly delimiter: string
  readonly header: readonly string[]
  /** Empty lines before the header. */
  readonly blankLines: number
}

/** Reads the header of a CSV file from its first bytes; throws when it has fewer than two columns. */
export function readDialect(start: string): CsvDialect {
  const whole = start.replace(/^\uFEFF/, '')
  const [blank = ''] = /^(?:\r?\n)*/.exec(whole) ?? []
  const text = whole.slice(blank.length)
  const blankLines = blank.split('\n').length - 1
  let best: CsvDialect = { delimiter: ',', header: [], blankLines }
  for (const delimiter of DELIMITERS) {
    const header = splitRecord(text, delimiter)
    if (header.length > best.header.length) best = { delimiter, header, blankLines }
  }
  if (best.header.length < 2) {
    const [firstLine = ''] = text.split(/\r?\n/, 1)
    throw new Error(
      `expected a header with columns separated by commas, semicolons, tabs or "|", found "${firstLine.slice(0, 60)}"`,
    )
  }
  return best
}

/** The fields of the first record of a text. */
function splitRecord(text: string, delimiter: string): string[] {
  const fields: string[] = []
  let at = 0
  for (;;) {
    const quoted = text[at] === '"'
    const from = quoted ? at + 1 : at
    let field = ''
    let end = from
    if (quoted) {
      for (; end < text.length; end++) {
        if (text[end] !== '"') field += text[end]
        else if (text[end + 1] === '"') field += text[end++]
        else break
      }
      end++
    } else {
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
      field = text.slice(from, end)
    }
    fields.push(field.trim())
    if (text[end] !== delimiter) return fields
    at = end + 1
  }
}
