import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../../server/storage/make-folder.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { temporaryName } from '../../storage/leftovers.ts'
import type { MalformedRecord, RawFile } from '../file/raw/raw-file.ts'
import { csvField, harmlessRecord, REJECTS_COLUMNS } from '../file/rejects-form.ts'

/**
 * Writes `rejects/<name>.csv`: line and reason, then the row unchanged, in the order of the file, so that it can be
 * corrected and imported. Returns its path and number of rows.
 */
export async function writeRejects(
  session: DuckSession,
  raw: RawFile,
  target: { dataDir: string; name: string },
): Promise<{ file: string; rows: number }> {
  const dir = join(target.dataDir, 'service', 'rejects')
  makeFolder(dir)
  const file = join(dir, `${target.name}.csv`)
  const temporary = temporaryName(file)
  const delimiter = raw.text?.delimiter ?? ','
  let rows = 0
  let bytes = 0
  const lines = async function* () {
    yield `${[...REJECTS_COLUMNS, ...raw.header.map((name) => csvField(name, delimiter))].join(delimiter)}\n`
    for await (const { line, reason, row } of rejectedRows(session, raw, delimiter)) {
      rows++
      const marks = [String(line), csvField(reason, delimiter), ''].join(delimiter)
      const written = typeof row === 'string' ? `${marks}${row}\n` : Buffer.concat([Buffer.from(marks), row, LINE_END])
      bytes += written.length
      if (bytes > REJECTS_BYTES_MOST) throw tooManyRejects(rows)
      yield written
    }
  }
  try {
    await pipeline(Readable.from(lines()), createWriteStream(temporary))
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  return { file, rows }
}

/** The longest file of rejected rows. */
const REJECTS_BYTES_MOST = 2 ** 30

function tooManyRejects(rows: number): Error {
  const gibibytes = REJECTS_BYTES_MOST / 2 ** 30
  return new Error(
    `expected rejected rows of at most ${gibibytes} GiB, found more after ${rows} rows; nothing was imported. Check which columns are used, and name others with --map`,
  )
}

const LINE_END = Buffer.from('\n')

interface RejectedRow {
  line: number
  reason: string
  /** As bytes where they are not UTF-8. */
  row: string | Buffer
}

async function* rejectedRows(session: DuckSession, raw: RawFile, delimiter: string): AsyncGenerator<RejectedRow> {
  const malformed = raw.malformed.map((record) => ({
    line: raw.lineOfMalformed(record),
    reason: record.reason,
    row: harmlessRow(record, delimiter),
  }))
  let next = 0
  for await (const chunk of session.chunks(rejectedSql(raw.header.length))) {
    const [ns, reasons, ...cells] = chunk.getColumns() as [bigint[], string[], ...(string | null)[][]]
    for (let i = 0; i < ns.length; i++) {
      const line = raw.lineOf(Number(ns[i]))
      for (; next < malformed.length && (malformed[next] as RejectedRow).line < line; next++)
        yield malformed[next] as RejectedRow
      const row = cells.map((column) => csvField(column[i] ?? null, delimiter)).join(delimiter)
      yield { line, reason: reasons[i] as string, row }
    }
  }
  yield* malformed.slice(next)
}

function harmlessRow({ text, bytes }: MalformedRecord, delimiter: string): string | Buffer {
  if (bytes === undefined) return harmlessRecord(text, delimiter)
  return Buffer.from(harmlessRecord(bytes.toString('latin1'), delimiter), 'latin1')
}

function rejectedSql(columns: number): string {
  const cells = Array.from({ length: columns }, (_, i) => `raw.c${i}`).join(', ')
  return `SELECT n, judged.reason, ${cells} FROM raw JOIN judged USING (n) WHERE judged.reason IS NOT NULL ORDER BY n`
}
