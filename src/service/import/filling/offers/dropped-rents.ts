import type { DuckSession } from '../../../storage/duck-session.ts'
import type { ColumnPlan } from '../../columns/known-columns.ts'

/** Names the rents that are left out because their rows are sales: a row is one listing. */
export async function droppedRents(session: DuckSession, { price, rent }: ColumnPlan): Promise<string[]> {
  if (!price || !rent) return []
  const [found] = await session.rows<{ rows: number }>(
    `SELECT count(*)::INTEGER AS rows FROM judged JOIN cells_as_written USING (n)
    WHERE reason IS NULL AND judged.ad_sub_type = 'buy' AND rent IS NOT NULL`,
  )
  if (!found || found.rows === 0) return []
  return [
    `rows with both a price and a rent: ${found.rows}, which count as sales; their rents are left out. If these are by the month, and no charges, a copy of the file without the column of prices has them as rents`,
  ]
}
