import type { DuckSession } from '../../../storage/duck-session.ts'
import farMillionsSql from './far-millions.sql?raw'

/** Says, with one of them, which prices a word for millions makes far higher than the others: 250m€ beside 250000. */
export async function farMillions(session: DuckSession): Promise<string[]> {
  const [found] = await session.rows<{ rows: number; cell: string; price: number }>(farMillionsSql)
  if (!found || found.rows === 0) return []
  return [
    `prices in millions that are far above the others: ${found.rows}, such as "${found.cell}", read as ${found.price}; if thousands were meant, correct them in the file and import it again`,
  ]
}
