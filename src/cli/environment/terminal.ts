import { type DestinationStream, pino } from 'pino'
import { plainText } from '../../domain/names/plain-text.ts'

const CLEAR_LINE = '\r\u001b[K'

/** Codes of a pipe that nothing reads any more, and of a terminal that has been closed. */
const UNREAD = ['EPIPE', 'EIO']

/** Lets the work continue when the program that reads the output, such as `head` or a terminal, is gone. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!UNREAD.some((code) => code === error.code)) throw error
    })
  }
}

/** Prints a result that another program may read: one line on stdout. */
export function print(line: string): void {
  writeText(process.stdout, line, '\n')
}

/**
 * Prints a list after a label. In a terminal, lines that would be too long are broken between items, and go on below the
 * first one.
 */
export function printList(label: string, items: readonly string[], separator: string, gap = ' '): void {
  const start = `  ${label}${gap}`
  const width = process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY
  for (const line of brokenList(start, items, { separator, width })) print(line)
}

/** The lines of a list, each at most as wide as given unless one item is wider. */
export function brokenList(
  start: string,
  items: readonly string[],
  { separator, width }: { separator: string; width: number },
): string[] {
  // A long label leaves no room beside it.
  const indent = ' '.repeat(start.length <= (2 / 3) * width ? start.length : 4)
  const lines: string[] = []
  let line = start
  let isEmpty = true
  items.forEach((item, i) => {
    const text = i < items.length - 1 ? `${item}${separator}` : item
    if (!isEmpty && line.length + 1 + text.length > width) {
      lines.push(line)
      line = indent
      isEmpty = true
    }
    line += isEmpty ? text : ` ${text}`
    isEmpty = false
  })
  return [...lines, line]
}

/** Prints a message for people: one line on stderr. */
export function say(line: string): void {
  writeText(process.stderr, line, '\n')
}

/** Shows the progress of a task; on a terminal, each text replaces the previous one. */
export function showProgress(text: string): void {
  writeText(process.stderr, text, process.stderr.isTTY ? ' …' : '\n')
}

/** Names and values from files and services are printed too, and must not send control codes to the terminal. */
function writeText(stream: NodeJS.WriteStream, text: string, end: string): void {
  stream.write(`${stream.isTTY ? CLEAR_LINE : ''}${plainText(text)}${end}`)
}

/** Paths of fields with credentials, for example in logged errors or responses. */
const SECRETS = ['authorization', 'cookie', 'token'].flatMap((name) => [name, `*.${name}`, `*.headers.${name}`])
const ANY_TOKEN = /svc_live_(r[wo])_[A-Za-z0-9_-]+/g

/** A log for servers and long tasks: JSON lines on stderr (or `stream`), without credentials. */
export function jsonLog(level: string, stream: DestinationStream = stderrLines()) {
  return pino(
    {
      level,
      redact: { paths: SECRETS, censor: '[redacted]' },
      // No code logs tokens on purpose; this catches tokens in the messages of foreign errors.
      hooks: { streamWrite: (line) => line.replace(ANY_TOKEN, 'svc_live_$1_[redacted]') },
    },
    stream,
  )
}

/** Characters of lines that are written together; writing each line alone would cost more than creating it. */
const BATCH_CHARACTERS = 4_096
/** How long a line waits for more lines, in ms. */
const BATCH_MS = 200

/** Writes lines to stderr in batches, the last batch when the process exits. */
function stderrLines(): DestinationStream {
  let batch = ''
  // Not pino's own destination: its last flush never ends when the reader of stderr has gone.
  const flush = () => {
    if (batch !== '') process.stderr.write(batch)
    batch = ''
  }
  setInterval(flush, BATCH_MS).unref()
  process.on('exit', flush)
  return {
    write: (line) => {
      batch += line
      if (batch.length >= BATCH_CHARACTERS) flush()
    },
  }
}

/** Prints rows as aligned columns with headings; missing values become dashes. */
export function printTable<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): void {
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '–')))
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((row) => row[i]?.length ?? 0)))
  for (const row of [columns, ...cells]) {
    const padded = row.map((cell, i) => cell.padEnd(widths[i] ?? 0))
    print(padded.join('  ').trimEnd())
  }
}
