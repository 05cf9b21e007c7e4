import { scanBytes } from '../../csv/file-bytes.ts'
import { refuseManyColumns } from '../../csv/most-columns.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { literalPath } from '../../storage/literal-path.ts'
import { unpackedTooFar, unpackLimit } from '../../storage/unpack-limit.ts'
import parquetColumnsSql from './parquet-columns.sql?raw'
import { systemDefined } from './raw/coordinate-system.ts'
import { requireKind } from './raw/file-kind.ts'
import { assertRows, type RawFile, type ReadOptions, rawSelect } from './raw/raw-file.ts'

/** Fills table `raw` from a Parquet file. */
export async function readParquet(session: DuckSession, file: string, options: ReadOptions): Promise<RawFile> {
  requireKind(file, 'Parquet')
  try {
    return await readColumns(session, file, options)
  } catch (error) {
    throw damageIn(error) ?? error
  }
}

async function readColumns(session: DuckSession, file: string, { pointOf }: ReadOptions): Promise<RawFile> {
  const path = literalPath(file)
  const source = await withoutStructs(session, path)
  const columns = await session.rows<ParquetColumn>(parquetColumnsSql.replace('$source', source), { path })
  const header = columns.map((column) => column.column_name)
  refuseManyColumns(header.length, 'in the schema')
  const [total] = await session.rows<{ rows: bigint }>(
    'SELECT sum(num_rows)::BIGINT AS rows FROM parquet_file_metadata($path)',
    { path },
  )
  const rows = Number(total?.rows ?? 0n)
  await refuseFarUnpacked(session, file, { path, source, header, rows })
  const hasOthers = pointOf?.(header) != null
  const names = columns.map((column, i) => `${textOf(column, hasOthers)} AS c${i}`).join(', ')
  await session.run(`CREATE TABLE raw AS ${rawSelect(header.length, `SELECT ${names} FROM ${source}`)}`, { path })
  const { digest } = await scanBytes(file, null)
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

/** Deeper structs are kept as text. */
const DEEPEST_STRUCT = 8

/** What to select from, as SQL with `$path`: the columns of a file, and those within structs as `price.amount`, as of JSON. */
async function withoutStructs(session: DuckSession, path: string): Promise<string> {
  let source = 'read_parquet($path, hive_partitioning = false)'
  const describe = (columns: string) =>
    session.rows<{ column_name: string; column_type: string }>(`DESCRIBE SELECT ${columns} FROM ${source}`, { path })
  for (let depth = 0; depth < DEEPEST_STRUCT; depth++) {
    const columns = await describe('*')
    if (!columns.some(isStruct)) break
    const selected: string[] = []
    for (const column of columns) {
      const name = quoteName(column.column_name)
      const fields = isStruct(column) ? await describe(`${name}.*`) : null
      const inner = fields?.map(({ column_name }) => {
        return `${name}.${quoteName(column_name)} AS ${quoteName(`${column.column_name}.${column_name}`)}`
      })
      selected.push(...(inner ?? [name]))
    }
    refuseManyColumns(selected.length, 'in the schema')
    source = `(SELECT ${selected.join(', ')} FROM ${source})`
  }
  return source
}

function isStruct({ column_type }: { readonly column_type: string }): boolean {
  return /^STRUCT\(.*\)$/s.test(column_type)
}

/** Throws when a file unpacks too far. A repeated value takes next to no space in a file, however long it is. */
async function refuseFarUnpacked(
  session: DuckSession,
  file: string,
  { path, source, header, rows }: { path: string; source: string; header: readonly string[]; rows: number },
): Promise<void> {
  const most = unpackLimit(file)
  if (rows * header.length > most) throw unpackedTooFar(file)
  const lengths = header.map((name) => `coalesce(strlen(${quoteName(name)}::VARCHAR), 0)`).join(' + ')
  const [text] = await session.rows<{ bytes: number }>(
    `SELECT coalesce(sum(${lengths}), 0)::DOUBLE AS bytes FROM ${source}`,
    { path },
  )
  if ((text?.bytes ?? 0) > most) throw unpackedTooFar(file)
}

interface ParquetColumn {
  readonly column_name: string
  readonly is_number: boolean
  readonly is_binary: boolean
  readonly system: string | null
}

/**
 * The text of a column. Binary ones are points in well-known binary, which begin with 0 or 1, or texts. Throws on points in
 * a system that cannot be read, unless the file also has degrees.
 */
function textOf({ column_name, is_binary, system }: ParquetColumn, hasOthers: boolean): string {
  const name = quoteName(column_name)
  if (system && !hasOthers && systemDefined(system) === 'web-mercator') return `'SRID=3857;' || ${name}::VARCHAR`
  if (!is_binary) return `${name}::VARCHAR`
  return `CASE WHEN hex(${name})[1:2] IN ('00', '01') THEN hex(${name}) ELSE coalesce(try(decode(${name})), ${name}::VARCHAR) END`
}

/** What to say of a file whose parts contradict each other; null for another error. */
function damageIn(error: unknown): Error | null {
  const [, found] =
    /^(?:Invalid|Invalid Input|Serialization) Error: (.*)/.exec(error instanceof Error ? error.message : '') ?? []
  if (found === undefined) return null
  return new Error(`the file is damaged or incomplete; nothing was imported. Fetch or export it again (${found})`, {
    cause: error,
  })
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
