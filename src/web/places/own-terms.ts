import type { Filters } from '../../contract/service/received-filters.ts'
import { type Currency, parseCurrency } from '../../domain/currency.ts'
import { canonicalLens, DEFAULT_AD_SUB_TYPE, type Lens } from '../../domain/lens.ts'

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
  const offers = filters.flatMap((filter) =>
    filter.parameter === 'ad_sub_type' && filter.kind === 'choice' ? filter.values.map(({ value }) => value) : [],
  )
  const [first] = offers
  const isWithoutSales = first !== undefined && !offers.includes(DEFAULT_AD_SUB_TYPE)
  return {
    currency: currencies.includes(own) ? parseCurrency(own) : null,
    lens: isWithoutSales ? canonicalLens({ ad_sub_type: first }) : null,
  }
}
