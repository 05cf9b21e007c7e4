import { queryOptions } from '@tanstack/react-query'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { editionKey } from '../tiles/editions.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { type PurchaseOptions, purchaseBody, quotePurchase } from '../tiles/purchases.ts'
import { meterOptions } from './meter.ts'

/** What to buy, and how. */
export interface Offer {
  readonly name: EditionName
  readonly parents: readonly Cell[]
  readonly options: PurchaseOptions
}

/**
 * Query for what an offer would cost now (free); goes stale quickly, since others buy too. Keeps the meter and the
 * empty tiles that come with the quote.
 */
export function quoteOptions({ name, parents, options }: Offer) {
  const request = purchaseBody(name, parents, { ...options, confirmed: true })
  return queryOptions({
    queryKey: ['quote', editionKey(name), request],
    queryFn: async ({ client, signal }) => {
      const quote = await quotePurchase(request, signal)
      client.setQueryData(meterOptions.queryKey, quote.meter)
      tileStore.noteNoListings(name, quote.no_listings)
      tileStore.noteNotCovered(name, quote.not_covered)
      return quote
    },
    staleTime: 30_000,
    gcTime: 60_000,
  })
}
