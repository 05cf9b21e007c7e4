import { BIGINT, VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../storage/duck-session.ts'
import { areOfListing, type ColumnPlan } from '../columns/known-columns.ts'
import { foldColumn } from '../columns/name-ranks.ts'
import type { RawFile } from '../file/raw-file.ts'

/** More different texts than this in place of positions are not names of columns. */
const MOST_TEXTS = 100

/**
 * Sets rows aside that repeat the names of the columns, as in files that were appended to one another. Throws where the
 * names are in another order than at the beginning: the rows below them would be read as what they are not.
 */
export async function setNamesAside(session: DuckSession, raw: RawFile, plan: ColumnPlan): Promise<void> {
  const position = plan.lat ?? plan.point
  if (!position || !('column' in position)) return
  const place = `c${position.column}::VARCHAR`
  const cells = raw.header.map((_, column) => `c${column}::VARCHAR`)
  const found = await session.rows<{ rows: bigint[]; cells: (string | null)[] }>(
    `SELECT list(n ORDER BY n) AS rows, arg_min([${cells.join(', ')}], n) AS cells FROM raw
    WHERE ${place} <> '' AND NOT regexp_matches(${place}, '\\d') GROUP BY ${place} ORDER BY min(n) LIMIT ${MOST_TEXTS}`,
  )
  const used = Object.values(plan).flatMap((origin) => ('column' in origin ? [origin.column] : []))
  const aside = await session.append('set_aside', [BIGINT, VARCHAR])
  for (const { rows, cells: names } of found) {
    if (!areOfListing(names.map((name) => name ?? ''))) continue
    const moved = used.find((column) => foldColumn(names[column] ?? '') !== foldColumn(raw.header[column] ?? ''))
    if (moved !== undefined) {
      const line = raw.lineOf(Number(rows[0]))
      throw new Error(
        `expected the columns of the first line throughout, found other ones from line ${line} on ("${names[moved]}" in place of "${raw.header[moved]}"); nothing was imported. Save those rows as a file of their own`,
      )
    }
    for (const row of rows) aside.add([row, 'names of the columns, not a listing'])
  }
  aside.close()
}
