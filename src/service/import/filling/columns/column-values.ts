import { group } from 'd3-array'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { SAMPLE, type Value, type ValuesOf } from '../../values/recognised-values.ts'

/**
 * Reads the different values in the first rows of a column, each column once. Those of `together` are read by one query, which
 * takes hardly longer to plan and run than one for each.
 */
export function columnValues(session: DuckSession, header: readonly string[], together: readonly number[]): ValuesOf {
  const known = new Map<number, readonly Value[]>()
  const read = async (columns: readonly number[]) => {
    const rows = await session.rows<Value & { column: number }>(
      `SELECT number AS column, text, count(*)::INTEGER AS rows FROM (
        SELECT number, present(cell) AS text FROM (
          SELECT unnest([${columns.join(', ')}]) AS number, unnest([${columns.map((column) => `c${column}::VARCHAR`).join(', ')}]) AS cell
          FROM (FROM raw LIMIT ${SAMPLE})
        )
      ) WHERE text IS NOT NULL GROUP BY ALL`,
    )
    for (const column of columns) known.set(column, [])
    for (const [column, values] of group(rows, (row) => row.column)) {
      // Names that are repeated below the header are not values.
      known.set(
        column,
        values.filter(({ text }) => text !== header[column]),
      )
    }
  }
  return async (column) => {
    if (!known.has(column)) await read([...new Set([column, ...together.filter((each) => !known.has(each))])])
    return known.get(column) ?? []
  }
}
