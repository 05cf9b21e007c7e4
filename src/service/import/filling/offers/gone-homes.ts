import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn, usedColumns } from '../../columns/known-columns.ts'
import { isGone, isGoneFlag, isStatus } from '../../values/status-words.ts'
import { glanceAt } from '../columns/glance.ts'

interface Counted {
  readonly text: string
  readonly rows: number
}

/** Texts of a column that says what became of homes; others have more. */
const MOST_WORDS = 50

/**
 * Names the columns that say which homes are sold or no longer offered: such rows are listings like the others, which
 * whoever imports the file may not expect.
 */
export async function goneHomes(
  session: DuckSession,
  header: readonly string[],
  plan: ColumnPlan,
): Promise<readonly string[]> {
  // A column of events that also says which homes are for rent is used, and is not left out.
  const { is_rent: _, ...others } = plan
  const used = usedColumns(others)
  const notes: string[] = []
  for (const column of await statusColumns(session, header)) {
    if (used.has(column)) continue
    const values = await session.rows<Counted & { is_yes: boolean }>(
      `SELECT text, count(*)::INTEGER AS rows, is_yes(text) AS is_yes
      FROM (SELECT present(c${column}::VARCHAR) AS text FROM raw) WHERE text IS NOT NULL
      GROUP BY text ORDER BY rows DESC, text LIMIT ${MOST_WORDS}`,
    )
    const isFlag = isGoneFlag(header[column] ?? '')
    const gone = values.filter(({ text, is_yes }) => isGone(text) || (isFlag && is_yes))
    if (gone.length === 0) continue
    const named = gone.map(({ text, rows }) => `${text}: ${rows}`).join(', ')
    notes.push(
      `column "${nameOfColumn(header, column)}" says that homes are gone (${named}); their rows count like the others, so leave them out of the file if they should not`,
    )
  }
  return notes
}

async function statusColumns(session: DuckSession, header: readonly string[]): Promise<readonly number[]> {
  const glance = await glanceAt(session, header)
  return [...glance].flatMap(([column, texts]) =>
    texts.size > 0 && (isGoneFlag(header[column] ?? '') || [...texts].every(isStatus)) ? [column] : [],
  )
}
