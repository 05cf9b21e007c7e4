import type { RateTable } from '../../rates/rate-table.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import type { ColumnPlan } from '../columns/known-columns.ts'
import type { ImportOptions } from '../reading/import-options.ts'
import { type GuessedOffer, looksLikeRents, type PriceLevel } from '../values/price-level.ts'
import priceLevelSql from './price-level.sql?raw'

/**
 * Where neither a column nor an option says whether rows are for sale or for rent, and their prices can only be rents,
 * makes them rents in table \`judged\`; returns what was guessed, null for nothing.
 */
export async function guessOffer(
  session: DuckSession,
  plan: ColumnPlan,
  { options, rates }: { options: ImportOptions; rates: RateTable },
): Promise<GuessedOffer | null> {
  if (options.adSubType !== undefined || plan.ad_sub_type) return null
  const [level] = await session.rows<Omit<PriceLevel, 'usd'>>(priceLevelSql)
  const usd = rates.get(level?.currency ?? '')?.quotes.at(-1)?.usd
  if (!level || usd === undefined || !looksLikeRents({ ...level, usd })) return null
  await session.run("UPDATE judged SET ad_sub_type = 'rent' WHERE ad_sub_type = 'buy'")
  return { offer: 'rent', from: `prices such as ${Math.round(level.price)} ${level.currency}` }
}
