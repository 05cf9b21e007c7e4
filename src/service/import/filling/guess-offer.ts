import { DOUBLE, VARCHAR } from '@duckdb/node-api'
import type { RateTable } from '../../rates/rate-table.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import type { ColumnPlan } from '../columns/known-columns.ts'
import type { ImportOptions } from '../reading/import-options.ts'
import { AS_LOW_AS_RENTS, type GuessedOffer, looksLikeRents, type PriceLevel } from '../values/price-level.ts'
import lowSalesSql from './low-sales.sql?raw'
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

/** A smaller share of low prices can be placeholders, which the trim leaves out of the figures. */
const SOME_LOW = 0.05

/**
 * Names the sales whose prices are as low as rents, where neither a column nor an option says what is for sale and what
 * for rent: none when they are few.
 */
export async function lowSales(
  session: DuckSession,
  plan: ColumnPlan,
  { options, rates }: { options: ImportOptions; rates: RateTable },
): Promise<string[]> {
  if (options.adSubType !== undefined || plan.ad_sub_type) return []
  await session.run('CREATE TABLE dollar (currency VARCHAR NOT NULL, usd DOUBLE NOT NULL)')
  const dollars = await session.append('dollar', [VARCHAR, DOUBLE])
  for (const [currency, { quotes }] of rates) {
    const usd = quotes.at(-1)?.usd
    if (usd !== undefined) dollars.add([currency, usd])
  }
  dollars.close()
  const found = await session.rows<{ currency: string; sales: number; low: number; price: number }>(
    lowSalesSql,
    AS_LOW_AS_RENTS,
  )
  return found
    .filter(({ sales, low }) => low > SOME_LOW * sales)
    .map(
      ({ currency, sales, low, price }) =>
        `as low as rents: ${low} of ${sales} prices in ${currency}, up to ${Math.round(price)}; they count as sales, because nothing says which rows are for rent`,
    )
}
