import { DEFAULT_AD_SUB_TYPE, type Lens } from '../../../domain/lens.ts'
import type { FilterSpec } from '../assumptions.ts'

/** Returns the lens that nobody has chosen: none, or the preset of a service that lists no sales and names another preset. */
export function firstLens(filters: readonly FilterSpec[]): Lens {
  const offer = filters.find(({ parameter }) => parameter === 'ad_sub_type')
  if (offer?.kind !== 'choice') return {}
  const offers = offer.values.map(({ value }) => value)
  if (offers.includes(DEFAULT_AD_SUB_TYPE) || offers.includes('') || offer.default === null) return {}
  return offers.includes(offer.default) ? { ad_sub_type: offer.default } : {}
}

const SALE = /\b(?:sales?|sell|buy|purchase|compra|venta|vente|achat|kauf|vendita|venda)\b/i

/** Whether an offer is sale by its own name; a service may have another one than the interface. */
export function isSale(value: string, label: string): boolean {
  return SALE.test(`${value} ${label}`)
}
