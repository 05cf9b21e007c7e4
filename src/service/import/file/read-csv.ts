import { join } from 'node:path'
import { type CsvDialect, readDialect, splitRecord } from '../../csv/csv-dialect.ts'
import type { CsvRecordCount } from '../../csv/csv-record-count.ts'
import { firstBytes, scanBytes, writeAsUtf8 } from '../../csv/file-bytes.ts'
import { describeStrayQuote } from '../../csv/quoted-field.ts'
import { encodingOf, markedEncoding, unmarkedEncoding } from '../../csv/text-encoding.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { literalPath } from '../../storage/literal-path.ts'
import { damagedRecords } from './damaged-records.ts'
import malformedSql from './malformed.sql?raw'
import { refuseOtherKinds, requireKind } from './raw/file-kind.ts'
import { refuseExcess, refuseTooManyMalformed } from './raw/malformed-limit.ts'
import {
  assertRows,
  type MalformedRecord,
  type RawFile,
  type ReadOptions,
  rawSelect,
  rowsTaken,
} from './raw/raw-file.ts'
import { isRejectsForm, REJECTS_COLUMNS, unharmed } from './rejects-form.ts'

/** Fills table `raw` from a CSV or CSV.gz file. */
export async function readCsv(session: DuckSession, file: string, options: ReadOptions): Promise<RawFile> {
  if (/\.gz$/i.test(file)) requireKind(file, 'gzip')
  const head = firstBytes(file)
  refuseOtherKinds(head)
  const named = options.encoding ? encodingOf(options.encoding) : markedEncoding(head)
  const asItIs = dialectBefore(named, head, options)
  const scan = await scanBytes(file, asItIs)
  const encoding = named ?? unmarkedEncoding(scan.tally)
  const hasOneEnd = !hasOnlyReturns(head) && !scan.count.hasMixedEnds && isFirstEnd(head, scan.count)
  const isReadable = encoding === 'utf-8' && hasOneEnd
  const readable = isReadable ? file : join(options.workDir, 'as-utf-8.csv')
  if (readable !== file) await writeAsUtf8(file, encoding, readable, lineEnder())
  const dialect = dialectOf(firstBytes(readable), options)
  refuseSingleQuotes(dialect.header)
  const { count } = readable === file && asItIs ? scan : await scanBytes(readable, dialect)
  refuseExcess(count.excessBytes)
  if (count.strayQuote) throw new Error(describeStrayQuote(count.strayQuote))
  const hasHeader = !options.columns || isRejectsForm(dialect.header)
  const headers = dialect.recordsBefore + (hasHeader ? 1 : 0)
  const header = await fillTable(session, readable, dialect, hasHeader)
  const rows = Math.max(0, count.records - headers)
  const malformed = await readMalformed(session, { count, rows, file: readable })
  if ((await rowsTaken(session)) + malformed.length < rows) refuseLongLine(count.longest)
  await assertRows(session, rows, malformed.length)
  if (hasHeader) refuseNamesOfRows(dialect, malformed, rows)
  const { lines, quotedLines } = count
  return {
    header,
    numeric: new Set(),
    text: { encoding, delimiter: dialect.delimiter, lines, quotedLines },
    rows,
    malformed,
    lineOf: lineFinder(count, malformed, headers),
    lineOfMalformed: ({ record }) => count.lineOfRecord(record),
    digest: scan.digest,
  }
}

/** The longest line that the reader takes, in bytes. */
const LONGEST_LINE = 2_000_000

/** Throws for a line that the reader leaves out without a word. */
function refuseLongLine({ line, bytes }: CsvRecordCount['longest']): void {
  if (bytes <= LONGEST_LINE) return
  throw new Error(
    `expected lines of at most ${LONGEST_LINE / 1e6} million bytes, found ${bytes} bytes in line ${line}; nothing was imported. Shorten or remove it, and import the file again`,
  )
}

/** Throws where names are in single quotation marks, which the reader would take for a part of each cell. */
function refuseSingleQuotes(header: readonly string[]): void {
  if (!header.every((name) => /^'.*'$/s.test(name))) return
  throw new Error(
    `expected names of columns, found all of them in single quotation marks (${header.join(', ')}); nothing was imported. Write the file with double ones, "`,
  )
}

/** Throws where every row has one cell more than there are names, so that nothing says which cells the names are of. */
function refuseNamesOfRows(
  { header, delimiter }: CsvDialect,
  malformed: readonly MalformedRecord[],
  rows: number,
): void {
  const hasOneMore = ({ text }: MalformedRecord) => splitRecord(text, delimiter).length === header.length + 1
  if (rows < 2 || malformed.length < rows || !malformed.every(hasOneMore)) return
  const found = `expected as many cells in a row as names in the header, found ${header.length} names and ${header.length + 1} cells in every row; nothing was imported`
  throw new Error(
    `${found}. If each row begins with its own number or name, as R writes them, put a name for that column before the others, or write the file with row.names = FALSE; if numbers have a decimal comma, put them in quotation marks`,
  )
}

/** Whether lines end in a carriage return alone, as on the Macs of before 2001 and in some exports of Excel. */
function hasOnlyReturns(head: Buffer): boolean {
  return head.includes(0x0d) && !head.includes(0x0a)
}

/**
 * Whether the first line ends like the records. The reader expects all records to end like it, though in a name that
 * somebody wrote in two lines of one cell it is no end of a record.
 */
function isFirstEnd(head: Buffer, { ends }: CsvRecordCount): boolean {
  const [end] = /\r\n?|\n/.exec(head.toString('latin1')) ?? []
  return end === undefined || ends[end === '\n' ? 'lineFeed' : end === '\r' ? 'return' : 'both'] > 0
}

/** Returns a function that makes the lines of a file end in line feeds, chunk by chunk. */
function lineEnder(): (chunk: string) => string {
  let afterReturn = false
  return (chunk) => {
    const rest = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    if (chunk !== '') afterReturn = chunk.endsWith('\r')
    return rest.replace(/\r\n?/g, '\n')
  }
}

/** The delimiter and the columns, whose number has to be that of the first row when their names are given. */
function dialectOf(head: Buffer, { columns, isHeader }: ReadOptions): CsvDialect {
  const dialect = readDialect(lineEnder()(head.toString()), columns ? undefined : isHeader)
  if (isRejectsForm(dialect.header)) return dialect
  if (!columns || dialect.header.length === columns.length) return { ...dialect, header: columns ?? dialect.header }
  throw new Error(`expected ${columns.length} columns, found ${dialect.header.length} in the first row`)
}

/** The dialect before the encoding is known, which is that of ASCII in every encoding that is left; null for none. */
function dialectBefore(named: string | null, head: Buffer, options: ReadOptions): CsvDialect | null {
  if (named === 'utf-8') return dialectOf(head, options)
  if (named !== null) return null
  try {
    return dialectOf(head, options)
  } catch {
    // A line of title comes first, and names below it are known only once their letters are.
    return null
  }
}

async function readMalformed(
  session: DuckSession,
  { count, rows, file }: { count: CsvRecordCount; rows: number; file: string },
): Promise<MalformedRecord[]> {
  refuseTooManyMalformed(rows - (await rowsTaken(session)))
  const records = await session.rows<{ place: bigint; reason: string; text: string; at: bigint }>(malformedSql)
  const bytes = await damagedRecords(
    file,
    records.map(({ text, at }) => ({ text, at: Number(at) })),
  )
  return records.map(({ place, reason, text, at }) => ({
    ...{ record: count.recordAtPlace(Number(place)), reason, text },
    bytes: bytes.get(Number(at)),
  }))
}

/** Fills table `raw`; returns the names of its columns. */
async function fillTable(
  session: DuckSession,
  file: string,
  { delimiter, header, linesBefore }: CsvDialect,
  hasHeader: boolean,
): Promise<string[]> {
  const marks = isRejectsForm(header) ? REJECTS_COLUMNS : []
  const names = header.slice(marks.length)
  const cells = names.map((_, i) => `c${i}`)
  const columns = [...marks, ...cells].map((name) => `${name}: 'VARCHAR'`).join(', ')
  const select = marks.length > 0 ? cells.map((cell) => `${unharmed(cell)} AS ${cell}`).join(', ') : '*'
  // With auto_detect off, the reader keeps or rejects every record; with it on, it can silently drop rows or columns.
  const source = `SELECT ${select} FROM read_csv($file, auto_detect = false, hive_partitioning = false, header = ${hasHeader}, columns = {${columns}},
    skip = ${linesBefore}, delim = $delimiter, quote = '"', escape = '"', store_rejects = true, rejects_limit = 0)`
  await session.run(`CREATE TABLE raw AS ${rawSelect(names.length, source)}`, {
    file: literalPath(file),
    delimiter,
  })
  return names
}

/** Returns a function from rows to lines; the table skips malformed records, so its row numbers lag behind. */
function lineFinder(
  count: CsvRecordCount,
  malformed: readonly MalformedRecord[],
  headers: number,
): (n: number) => number {
  const bad = malformed.map(({ record }) => record).sort((a, b) => a - b)
  let skipped = 0
  return (n) => {
    while ((bad[skipped] ?? Number.POSITIVE_INFINITY) <= n + headers + skipped) skipped++
    return count.lineOfRecord(n + headers + skipped)
  }
}
