import { firstLens } from '../../contract/service/filters/first-lens.ts'
import type { Filters } from '../../contract/service/filters/received-filters.ts'
import { type Currency, parseCurrency } from '../../domain/currency.ts'
import type { Lens } from '../../domain/lens.ts'

/** The terms in which a market is first shown: its own currency, and its only offer. */
export interface OwnTerms {
  readonly currency: Currency | null
  readonly lens: Lens | null
}

/**
 * Returns a market's own terms as far as the free list of filters tells: its currency if the service offers it, and the
 * first offer of a service that has no sales.
 */
export function ownTerms(
  country: string,
  { filters, currencies }: Pick<Filters, 'filters' | 'currencies'>,
  currencyOf: Readonly<Record<string, string>>,
): OwnTerms {
  const own = currencyOf[country.toUpperCase()] ?? ''
  const lens = firstLens(filters)
  return {
    currency: currencies.includes(own) ? parseCurrency(own) : null,
    lens: Object.keys(lens).length > 0 ? lens : null,
  }
}
