import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { readDialect } from '../core/csv-dialect.ts'
import { CsvRecordCount } from '../core/csv-record-count.ts'
import type { DuckSession } from '../io/duck-session.ts'
import malformedSql from '../sql/import-malformed.sql?raw'
import parquetColumnsSql from '../sql/import-parquet-columns.sql?raw'

/** A record that could not be taken apart into columns. */
export interface MalformedRecord {
  /** Its number among all records, the header being 1. */
  record: number
  reason: string
  text: string
}

/** A file whose rows stand in table `raw` (n, content, c0, c1, …). */
export interface RawFile {
  readonly header: readonly string[]
  /** Rows of the file, counted apart from the reader that filled the table. */
  readonly rows: number
  readonly malformed: readonly MalformedRecord[]
  /** The line, or for Parquet the row, that holds row `n` of the table; to be asked in ascending order of n. */
  lineOf(n: number): number
  lineOfMalformed(record: MalformedRecord): number
  /** Short digest of the file's bytes. */
  readonly digest: string
}

/** Fills table `raw` from a CSV, CSV.gz or Parquet file; throws when it cannot be read or its rows do not add up. */
export async function readFileIntoTable(session: DuckSession, file: string): Promise<RawFile> {
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error('there is no such file')
  if (/\.parquet$/i.test(file)) return readParquet(session, file)
  if (/\.(csv|tsv|txt)(\.gz)?$/i.test(file)) return readCsv(session, file)
  throw new Error('its name should end in .csv, .csv.gz, .tsv, .txt or .parquet')
}

async function readParquet(session: DuckSession, file: string): Promise<RawFile> {
  const header = (await session.rows<{ column_name: string }>(parquetColumnsSql, { file })).map(
    (row) => row.column_name,
  )
  const names = header.map((name, i) => `${quoteName(name)}::VARCHAR AS c${i}`).join(', ')
  await session.run(`CREATE TABLE raw AS ${rawSelect(header.length, `SELECT ${names} FROM read_parquet($file)`)}`, {
    file,
  })
  const [total] = await session.rows<{ rows: bigint }>(
    'SELECT sum(num_rows)::BIGINT AS rows FROM parquet_file_metadata($file)',
    { file },
  )
  const { digest } = await scanBytes(file, null)
  const rows = Number(total?.rows ?? 0n)
  await assertRows(session, rows, 0)
  return { header, rows, malformed: [], lineOf: (n) => n, lineOfMalformed: ({ record }) => record, digest }
}

async function readCsv(session: DuckSession, file: string): Promise<RawFile> {
  const { delimiter, header } = readDialect(firstText(file))
  const columns = header.map((_, i) => `c${i}: 'VARCHAR'`).join(', ')
  // With its guessing off, the reader keeps or rejects every record; with it on, it may drop rows or columns unsaid.
  const source = `SELECT * FROM read_csv($file, auto_detect = false, header = true, columns = {${columns}},
    delim = $delimiter, quote = '"', escape = '"', store_rejects = true, rejects_limit = 0)`
  await session.run(`CREATE TABLE raw AS ${rawSelect(header.length, source)}`, { file, delimiter })
  const { digest, count } = await scanBytes(file, delimiter)
  const malformed = (await session.rows<{ place: bigint; reason: string; text: string }>(malformedSql)).map(
    ({ place, reason, text }) => ({ record: count.recordAtPlace(Number(place)), reason, text }),
  )
  const rows = Math.max(0, count.records - 1)
  await assertRows(session, rows, malformed.length)
  return {
    header,
    rows,
    malformed,
    lineOf: lineFinder(count, malformed),
    lineOfMalformed: ({ record }) => count.lineOfRecord(record),
    digest,
  }
}

/** `content` is what two equal rows share. */
function rawSelect(columns: number, source: string): string {
  const all = Array.from({ length: columns }, (_, i) => `coalesce(c${i}, chr(30))`).join(', ')
  return `SELECT row_number() OVER () AS n, md5(concat_ws(chr(31), ${all})) AS content, * FROM (${source})`
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

async function assertRows(session: DuckSession, rows: number, malformed: number): Promise<void> {
  const [raw] = await session.rows<{ rows: number }>('SELECT count(*)::INTEGER AS rows FROM raw')
  const taken = raw?.rows ?? 0
  if (taken + malformed === rows) return
  throw new Error(
    `it has ${rows} rows, but ${taken} could be read and ${malformed} could not, which does not add up; nothing was imported. Look for a quotation mark that is not closed`,
  )
}

/** Rows of the table skip malformed records, so their numbers lag behind. */
function lineFinder(count: CsvRecordCount, malformed: readonly MalformedRecord[]): (n: number) => number {
  const bad = malformed.map(({ record }) => record).sort((a, b) => a - b)
  let skipped = 0
  return (n) => {
    while ((bad[skipped] ?? Number.POSITIVE_INFINITY) <= n + 1 + skipped) skipped++
    return count.lineOfRecord(n + 1 + skipped)
  }
}

/** Reads the whole file once: its digest, and the number of its records when it has a delimiter. */
async function scanBytes(file: string, delimiter: string | null): Promise<{ digest: string; count: CsvRecordCount }> {
  const hash = createHash('sha256')
  const count = new CsvRecordCount(delimiter ?? ',')
  const hashed = async function* (source: AsyncIterable<Buffer>) {
    for await (const bytes of source) {
      hash.update(bytes)
      yield bytes
    }
  }
  await pipeline(
    createReadStream(file, { highWaterMark: 1 << 20 }),
    hashed,
    isGzip(file) ? createGunzip({ chunkSize: 1 << 18 }) : new PassThrough(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const bytes of source) if (delimiter !== null) count.add(bytes)
      count.end()
    },
  )
  return { digest: hash.digest('hex').slice(0, 10), count }
}

const FIRST_BYTES = 1 << 18

function firstText(file: string): string {
  const bytes = Buffer.alloc(FIRST_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    const start = bytes.subarray(0, readSync(descriptor, bytes, 0, FIRST_BYTES, 0))
    // A file cut short on purpose: only its beginning is wanted.
    return (isGzip(file) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start).toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

function isGzip(file: string): boolean {
  return /\.gz$/i.test(file)
}
