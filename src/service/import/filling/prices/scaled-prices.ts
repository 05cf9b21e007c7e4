import type { DuckSession } from '../../../storage/duck-session.ts'
import type { ColumnPlan } from '../../columns/known-columns.ts'
import type { PriceScale } from '../../columns/price-scale.ts'
import fullPricesSql from './full-prices.sql?raw'

const COUNTED: Readonly<Record<PriceScale, readonly [words: string, factor: number]>> = {
  k: ['thousands', 1e3],
  万: ['ten thousands', 1e4],
  lakh: ['lakhs', 1e5],
  mln: ['millions', 1e6],
  cr: ['crores', 1e7],
  千万: ['ten millions', 1e7],
  億: ['hundred millions', 1e8],
  bn: ['billions', 1e9],
}

type Scales = Partial<Record<'price' | 'rent', PriceScale>>

/** The scale of the price columns in words; null when no column's name states one. */
export function countedIn(scales: Scales): string | null {
  const counted = [...new Set(Object.values(scales))].map((scale) => COUNTED[scale][0])
  return counted.length === 0 ? null : counted.join(' and ')
}

/** Rejects prices in full among those that count thousands or more, in table `judged`. */
export async function rejectFullPrices(session: DuckSession, plan: ColumnPlan, scales: Scales): Promise<void> {
  const counted = countedIn(scales)
  if (counted === null) return
  const factorOf = (scale: PriceScale | undefined) => (scale === undefined ? 1 : COUNTED[scale][1])
  await session.run(fullPricesSql, {
    buy: factorOf(scales.price),
    rent: factorOf(plan.rent ? scales.rent : scales.price),
    reason: `price that looks written in full, in a column of ${counted}`,
  })
}

/** Says what prices count and how high they are, where the name of their column has them in thousands or more. */
export async function scaledPrices(session: DuckSession, scales: Scales): Promise<string[]> {
  const counted = countedIn(scales)
  if (counted === null) return []
  const [level] = await session.rows<{ price: number | null }>(
    'SELECT median(price) AS price FROM judged WHERE reason IS NULL',
  )
  const middle = level?.price ? `; the middle one is read as ${Math.round(level.price)}` : ''
  return [`prices count ${counted}, as their column says${middle}`]
}
