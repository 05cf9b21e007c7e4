import type { DuckSession } from '../../../storage/duck-session.ts'
import barePricesSql from './bare-prices.sql?raw'

/** Rejects prices such as 350 beside 350k, in table `judged`. */
export async function rejectBarePrices(session: DuckSession): Promise<void> {
  const [first] = await session.rows("FROM amount WHERE field = 'price' AND factor > 1 LIMIT 1")
  if (first) await session.run(barePricesSql)
}
