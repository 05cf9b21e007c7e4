import type { DuckSession } from '../../storage/duck-session.ts'
import type { PriceScale } from '../columns/price-scale.ts'

const COUNTED: Readonly<Record<PriceScale, string>> = {
  k: 'thousands',
  万: 'ten thousands',
  lakh: 'lakhs',
  mln: 'millions',
  cr: 'crores',
  億: 'hundred millions',
  bn: 'billions',
}

/** Says what prices count and how high they are, where the name of their column has them in thousands or more. */
export async function scaledPrices(
  session: DuckSession,
  scales: Partial<Record<'price' | 'rent', PriceScale>>,
): Promise<string[]> {
  const counted = [...new Set(Object.values(scales))].map((scale) => COUNTED[scale])
  if (counted.length === 0) return []
  const [level] = await session.rows<{ price: number | null }>(
    'SELECT median(price) AS price FROM judged WHERE reason IS NULL',
  )
  const middle = level?.price ? `; the middle one is read as ${Math.round(level.price)}` : ''
  return [`prices count ${counted.join(' and ')}, as their column says${middle}`]
}
