import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CsvDialect, readDialect } from '../../csv/csv-dialect.ts'
import type { CsvRecordCount } from '../../csv/csv-record-count.ts'
import { firstBytes, scanBytes, writeAsUtf8 } from '../../csv/file-bytes.ts'
import { describeStrayQuote } from '../../csv/quoted-field.ts'
import { encodingOf, markedEncoding, unmarkedEncoding } from '../../csv/text-encoding.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { literalPath } from '../../storage/literal-path.ts'
import { refuseOtherKinds, requireKind } from './file-kind.ts'
import malformedSql from './malformed.sql?raw'
import parquetColumnsSql from './parquet-columns.sql?raw'
import { isRejectsForm, REJECTS_COLUMNS, unharmed } from './rejects-form.ts'

/** A record that could not be split into columns. */
export interface MalformedRecord {
  /** Its number among all records; the header is 1. */
  record: number
  reason: string
  text: string
}

/** How the text of a file was read. */
export interface TextForm {
  readonly encoding: string
  readonly delimiter: string
  /** Lines of the file. */
  readonly lines: number
  /** Those of its lines that do not start a row, because they are within quotes. */
  readonly quotedLines: number
}

/** A file whose rows are in table `raw` (n, content, c0, c1, …). */
export interface RawFile {
  readonly header: readonly string[]
  /** Indexes of columns that contain numbers rather than text. */
  readonly numeric: ReadonlySet<number>
  /** How the text was read; null for Parquet. */
  readonly text: TextForm | null
  /** Rows of the file, counted independently of the reader that filled the table. */
  readonly rows: number
  readonly malformed: readonly MalformedRecord[]
  /** The line (for Parquet, the row) of row `n` of the table. Call it with ascending n. */
  lineOf(n: number): number
  lineOfMalformed(record: MalformedRecord): number
  /** Short digest of the file's bytes. */
  readonly digest: string
}

export interface ReadOptions {
  /** A folder for a copy of the file as UTF-8: the session's spill folder, which is removed with the session. */
  readonly workDir: string
  /** Any WHATWG name of an encoding; detected by default. */
  readonly encoding?: string | undefined
}

/** Fills table `raw` from a CSV, CSV.gz or Parquet file; throws when it cannot be read or its rows do not add up. */
export async function readFileIntoTable(session: DuckSession, file: string, options: ReadOptions): Promise<RawFile> {
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error('there is no such file')
  if (/\.parquet$/i.test(file)) return readParquet(session, file)
  if (/\.(csv|tsv|txt)(\.gz)?$/i.test(file)) return readCsv(session, file, options)
  refuseOtherKinds(firstBytes(file))
  throw new Error('the file name should end in .csv, .csv.gz, .tsv, .txt or .parquet')
}

async function readParquet(session: DuckSession, file: string): Promise<RawFile> {
  requireKind(file, 'Parquet')
  const path = literalPath(file)
  const columns = await session.rows<{ column_name: string; is_number: boolean }>(parquetColumnsSql, { file: path })
  const header = columns.map((column) => column.column_name)
  const names = header.map((name, i) => `${quoteName(name)}::VARCHAR AS c${i}`).join(', ')
  await session.run(
    `CREATE TABLE raw AS ${rawSelect(header.length, `SELECT ${names} FROM read_parquet($path, hive_partitioning = false)`)}`,
    {
      path,
    },
  )
  const [total] = await session.rows<{ rows: bigint }>(
    'SELECT sum(num_rows)::BIGINT AS rows FROM parquet_file_metadata($path)',
    { path },
  )
  const { digest } = await scanBytes(file, null)
  const rows = Number(total?.rows ?? 0n)
  await assertRows(session, rows, 0)
  const numeric = new Set(columns.flatMap((column, i) => (column.is_number ? [i] : [])))
  return {
    header,
    numeric,
    text: null,
    rows,
    malformed: [],
    lineOf: (n) => n,
    lineOfMalformed: ({ record }) => record,
    digest,
  }
}

async function readCsv(session: DuckSession, file: string, options: ReadOptions): Promise<RawFile> {
  if (/\.gz$/i.test(file)) requireKind(file, 'gzip')
  const head = firstBytes(file)
  refuseOtherKinds(head)
  const named = options.encoding ? encodingOf(options.encoding) : markedEncoding(head)
  // Without a known encoding, delimiters are still ASCII in every encoding that is left.
  const asItIs = named === null || named === 'utf-8' ? readDialect(head.toString('utf8')) : null
  const scan = await scanBytes(file, asItIs)
  const encoding = named ?? unmarkedEncoding(scan.tally)
  const readable = encoding === 'utf-8' ? file : join(options.workDir, 'as-utf-8.csv')
  if (readable !== file) await writeAsUtf8(file, encoding, readable)
  const dialect = readDialect(firstBytes(readable).toString('utf8'))
  const { count } = readable === file ? scan : await scanBytes(readable, dialect)
  if (count.strayQuote) throw new Error(describeStrayQuote(count.strayQuote))
  const header = await fillTable(session, readable, dialect)
  const malformed = await readMalformed(session, count)
  const rows = Math.max(0, count.records - 1)
  await assertRows(session, rows, malformed.length)
  const { lines, quotedLines } = count
  return {
    header,
    numeric: new Set(),
    text: { encoding, delimiter: dialect.delimiter, lines, quotedLines },
    rows,
    malformed,
    lineOf: lineFinder(count, malformed),
    lineOfMalformed: ({ record }) => count.lineOfRecord(record),
    digest: scan.digest,
  }
}

async function readMalformed(session: DuckSession, count: CsvRecordCount): Promise<MalformedRecord[]> {
  const records = await session.rows<{ place: bigint; reason: string; text: string }>(malformedSql)
  return records.map(({ place, reason, text }) => ({ record: count.recordAtPlace(Number(place)), reason, text }))
}

/** Fills table `raw`; returns the names of its columns. */
async function fillTable(session: DuckSession, file: string, { delimiter, header }: CsvDialect): Promise<string[]> {
  const marks = isRejectsForm(header) ? REJECTS_COLUMNS : []
  const names = header.slice(marks.length)
  const cells = names.map((_, i) => `c${i}`)
  const columns = [...marks, ...cells].map((name) => `${name}: 'VARCHAR'`).join(', ')
  const select = marks.length > 0 ? cells.map((cell) => `${unharmed(cell)} AS ${cell}`).join(', ') : '*'
  // With auto_detect off, the reader keeps or rejects every record; with it on, it can silently drop rows or columns.
  const source = `SELECT ${select} FROM read_csv($file, auto_detect = false, hive_partitioning = false, header = true, columns = {${columns}},
    delim = $delimiter, quote = '"', escape = '"', store_rejects = true, rejects_limit = 0)`
  await session.run(`CREATE TABLE raw AS ${rawSelect(names.length, source)}`, {
    file: literalPath(file),
    delimiter,
  })
  return names
}

/** Numbers the rows and adds `content`, a hash that equal rows share. */
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
    `expected ${rows} rows, found ${taken} readable and ${malformed} malformed; nothing was imported. Look for an unclosed quotation mark`,
  )
}

/** Returns a function from rows to lines; the table skips malformed records, so its row numbers lag behind. */
function lineFinder(count: CsvRecordCount, malformed: readonly MalformedRecord[]): (n: number) => number {
  const bad = malformed.map(({ record }) => record).sort((a, b) => a - b)
  let skipped = 0
  return (n) => {
    while ((bad[skipped] ?? Number.POSITIVE_INFINITY) <= n + 1 + skipped) skipped++
    return count.lineOfRecord(n + 1 + skipped)
  }
}
