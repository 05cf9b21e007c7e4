import type { DuckSession } from '../../../storage/duck-session.ts'
import shortRangesSql from './short-ranges.sql?raw'

/** Rejects ranges such as 200-250 beside prices in full, in table `judged`. */
export async function rejectShortRanges(session: DuckSession): Promise<void> {
  const [first] = await session.rows("FROM amount WHERE field = 'price' AND high IS NOT NULL AND factor = 1 LIMIT 1")
  if (first) await session.run(shortRangesSql)
}
