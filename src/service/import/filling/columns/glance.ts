import type { DuckSession } from '../../../storage/duck-session.ts'

/** Rows that are enough to see what a column may have, or cannot. */
const GLANCE = 200

/** The different texts of each column in the first rows, without empty ones. */
export type Glance = ReadonlyMap<number, ReadonlySet<string>>

/**
 * Reads the different texts of each column in the first rows. One query for all columns takes as long as one
 * for each of a few, and files can have two thousand.
 */
export async function glanceAt(session: DuckSession, header: readonly string[]): Promise<Glance> {
  const names = [...header.keys()].map((column) => `c${column}::VARCHAR`)
  const rows = await session.rows<{ cells: (string | null)[] }>(
    `SELECT [${names.join(', ')}] AS cells FROM raw LIMIT ${GLANCE}`,
  )
  return new Map(
    [...header.keys()].map((column) => [column, new Set(rows.flatMap(({ cells }) => cells[column]?.trim() || []))]),
  )
}
