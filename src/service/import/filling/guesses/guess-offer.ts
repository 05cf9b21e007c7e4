import { DOUBLE, INTEGER, VARCHAR } from '@duckdb/node-api'
import type { RateTable } from '../../../rates/rate-table.ts'
import { ratesAt } from '../../../rates/rates.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import type { ColumnPlan } from '../../columns/known-columns.ts'
import type { ImportOptions } from '../../reading/import-options.ts'
import {
  AS_LOW_AS_RENTS,
  type GuessedOffer,
  isHuge,
  isHugeForArea,
  isTiny,
  looksLikeRents,
  type PriceLevel,
} from '../../values/price-level.ts'
import { meaningOf } from '../../values/word-meanings.ts'
import lowSalesSql from './low-sales.sql?raw'
import priceLevelSql from './price-level.sql?raw'

/**
 * Where neither a column nor an option says whether rows are for sale or for rent, and their prices can only be rents,
 * makes them rents in table \`judged\`; returns what was guessed, null for nothing. A few prices are enough where the name
 * of the file or the sheet, one of `names`, says so.
 */
export async function guessOffer(
  session: DuckSession,
  plan: ColumnPlan,
  { options, rates, names }: { options: ImportOptions; rates: RateTable; names: readonly string[] },
): Promise<GuessedOffer | null> {
  if (options.adSubType !== undefined || plan.ad_sub_type) return null
  const level = await priceLevel(session, 'buy', rates)
  if (level === null) return null
  const named = names.find(saysRent)
  if (!looksLikeRents(level, named !== undefined)) return null
  await session.run("UPDATE judged SET ad_sub_type = 'rent' WHERE ad_sub_type = 'buy'")
  const { price, currency, day, rate_day } = level
  const isFar = Math.abs(Date.parse(day) - Date.parse(rate_day)) > FAR_MS
  const worth = isFar ? `, at the rate of ${rate_day}, the nearest that there is` : ''
  const name = named === undefined ? '' : `the name "${named}" and `
  return { offer: 'rent', from: `${name}prices such as ${Math.round(price)} ${currency}${worth}` }
}

/** Whether a name has a word for rents, and none for sales: Alquiler, rents-2026. */
function saysRent(name: string): boolean {
  const words = name.split(/[^\p{L}]+/u).filter((word) => word.length > 2)
  const offers = new Set([name, ...words].map((text) => meaningOf('ad_sub_type', text)))
  return offers.has('rent') && !offers.has('buy')
}

/** The built-in rates have at least one day a year. */
const FAR_MS = 400 * 86_400_000

/**
 * Throws where half of the prices are lower than those of any home, by the month or in all: they count thousands or
 * millions, or are those of a square metre, which nothing says.
 */
export async function refuseTinyPrices(session: DuckSession, rates: RateTable): Promise<void> {
  for (const offer of ['buy', 'rent'] as const) {
    const level = await priceLevel(session, offer, rates)
    if (level === null || !isTiny(level)) continue
    throw new Error(
      `expected prices of homes, found half of them at or below ${level.price} ${level.currency}; nothing was imported. If they count thousands or millions, say so in the name of their column, such as "price (thousands)"; if they are those of a square metre, multiply them by the area; if another column has the prices, name it with --map price=COLUMN`,
    )
  }
}

/**
 * Throws where half of the prices are higher than those of any home: they are written in full in a column that is said to
 * count thousands or more, which is `counted`, or count cents.
 */
export async function refuseHugePrices(session: DuckSession, rates: RateTable, counted: string | null): Promise<void> {
  for (const offer of ['buy', 'rent'] as const) {
    const level = await priceLevel(session, offer, rates)
    if (level === null) continue
    if (counted === null && isHugeForArea(level)) {
      throw new Error(
        `expected prices of homes, found half of them at or above ${level.price} ${level.currency}, and ${Math.round(level.per_sqm ?? 0)} per m²; nothing was imported. If they count cents, write them in full units; if another column has the prices or the areas, name it with --map`,
      )
    }
    if (counted === null || !isHuge(level)) continue
    throw new Error(
      `expected prices of homes, found half of them at or above ${level.price} ${level.currency}, because the name of their column says that it counts ${counted}; nothing was imported. If its prices are written in full, take that out of its name`,
    )
  }
}

/** What the rates of the middle day say about the prices of an offer; null where there is none, or no rate. */
export async function priceLevel(
  session: DuckSession,
  offer: 'buy' | 'rent',
  rates: RateTable,
): Promise<(PriceLevel & { day: string; rate_day: string }) | null> {
  const [level] = await session.rows<Omit<PriceLevel, 'usd'> & { day: string }>(priceLevelSql, { offer })
  if (!level) return null
  const { usd_per_unit, fx_dates } = ratesAt(level.day, rates, { anyAge: true })
  const usd = usd_per_unit[level.currency]
  return usd === undefined ? null : { ...level, usd, rate_day: fx_dates[level.currency] ?? level.day }
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
  await fillDollars(session, rates)
  const found = await session.rows<{ currency: string; sales: number; low: number; price: number }>(
    lowSalesSql,
    AS_LOW_AS_RENTS,
  )
  return found
    .filter(({ sales, low }) => low > SOME_LOW * sales)
    .map(
      ({ currency, sales, low, price }) =>
        `as low as rents: ${low} of ${sales} prices in ${currency}, up to ${Math.round(price)}; they count as sales, because nothing says which rows are for rent; if all are, give --ad-sub-type rent; if they are those of a square metre, or count thousands, say so in the name of their column; else name the column that says it with --map ad_sub_type=COLUMN`,
    )
}

/** Fills table `dollar` with what each currency was worth at the end of each year of the prices. */
async function fillDollars(session: DuckSession, rates: RateTable): Promise<void> {
  await session.run('CREATE TABLE dollar (currency VARCHAR NOT NULL, year INTEGER NOT NULL, usd DOUBLE NOT NULL)')
  const years = await session.rows<{ year: number }>(
    'SELECT DISTINCT year(listed_on)::INTEGER AS year FROM judged WHERE reason IS NULL',
  )
  const dollars = await session.append('dollar', [VARCHAR, INTEGER, DOUBLE])
  for (const { year } of years) {
    const { usd_per_unit } = ratesAt(`${year}-12-31`, rates, { anyAge: true })
    for (const [currency, usd] of Object.entries(usd_per_unit)) dollars.add([currency, year, usd])
  }
  dollars.close()
}
