import { type DestinationStream, pino } from 'pino'

const CLEAR_LINE = '\r\u001b[K'

/** Lets the work go on when the program that read the results, such as `head`, has stopped reading. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Prints a result, which another program may read: one line on stdout. */
export function print(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `${CLEAR_LINE}${line}\n` : `${line}\n`)
}

/** Says how things go, to a person: one line on stderr. */
export function say(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `${CLEAR_LINE}${line}\n` : `${line}\n`)
}

/** Says how far a piece of work is: each text takes the place of the one before where the terminal can do that. */
export function showProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `${CLEAR_LINE}${text} …` : `${text}\n`)
}

/** Fields that hold credentials, wherever an error or an answer brings them along. */
const SECRETS = ['authorization', 'cookie', 'token'].flatMap((name) => [name, `*.${name}`, `*.headers.${name}`])
const ANY_TOKEN = /svc_live_(r[wo])_[A-Za-z0-9_-]+/g

/** A log for servers and long work: JSON lines on stderr (or `stream`), in which no credential stands. */
export function jsonLog(level: string, stream: DestinationStream = stderrLines()) {
  return pino(
    {
      level,
      redact: { paths: SECRETS, censor: '[redacted]' },
      // Nothing logs a token on purpose; one in the message of an error from elsewhere is caught here.
      hooks: { streamWrite: (line) => line.replace(ANY_TOKEN, 'svc_live_$1_[redacted]') },
    },
    stream,
  )
}

/** Bytes of lines that are written together; a write for each line would cost more than making the line does. */
const BATCH_BYTES = 4_096
/** How long a line waits for others, in ms. */
const BATCH_MS = 200

/** Lines on stderr, some at a time, the last of them before the process ends. */
function stderrLines(): DestinationStream {
  const lines = pino.destination({ dest: 2, sync: true, minLength: BATCH_BYTES, periodicFlush: BATCH_MS })
  process.on('exit', () => lines.flushSync())
  return lines
}

/** Prints rows as aligned columns under their heads; what is absent is a dash. */
export function printTable<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): void {
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '–')))
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((row) => row[i]?.length ?? 0)))
  for (const row of [columns, ...cells]) {
    const padded = row.map((cell, i) => cell.padEnd(widths[i] ?? 0))
    print(padded.join('  ').trimEnd())
  }
}
