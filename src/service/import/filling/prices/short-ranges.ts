import type { DuckSession } from '../../../storage/duck-session.ts'
import shortRangesSql from './short-ranges.sql?raw'

/** Rejects ranges such as 200-250, and decimals such as 1.25, far below the other prices in table `judged`. */
export async function rejectShortRanges(session: DuckSession): Promise<void> {
  const [first] = await session.rows(
    "FROM amount WHERE field = 'price' AND factor = 1 AND (high IS NOT NULL OR has_sign(digits)) LIMIT 1",
  )
  if (first) await session.run(shortRangesSql)
}
