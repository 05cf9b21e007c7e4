import { scanBytes } from '../../csv/file-bytes.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { literalPath } from '../../storage/literal-path.ts'
import { requireKind } from './file-kind.ts'
import parquetColumnsSql from './parquet-columns.sql?raw'
import { assertRows, type RawFile, rawSelect } from './raw-file.ts'

/** Fills table `raw` from a Parquet file. */
export async function readParquet(session: DuckSession, file: string): Promise<RawFile> {
  requireKind(file, 'Parquet')
  const path = literalPath(file)
  const columns = await session.rows<{ column_name: string; is_number: boolean }>(parquetColumnsSql, { file: path })
  const header = columns.map((column) => column.column_name)
  const names = header.map((name, i) => `${quoteName(name)}::VARCHAR AS c${i}`).join(', ')
  const source = `SELECT ${names} FROM read_parquet($path, hive_partitioning = false)`
  await session.run(`CREATE TABLE raw AS ${rawSelect(header.length, source)}`, { path })
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

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
