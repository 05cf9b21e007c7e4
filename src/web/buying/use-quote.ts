import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import { meterOptions } from '../queries/meter.ts'
import { tileStore } from '../queries/page-tiles.ts'
import { type Offer, quoteOptions } from '../queries/quote.ts'

/** What an offer would cost; what the free look-ups say on the way is kept. */
export function useQuote(offer: Offer): UseQueryResult<PurchaseQuote> {
  const client = useQueryClient()
  const quote = useQuery(quoteOptions(offer))
  const { name } = offer
  useEffect(() => {
    if (!quote.data) return
    client.setQueryData(meterOptions.queryKey, quote.data.meter)
    tileStore.noteNoListings(name, quote.data.no_listings)
  }, [client, name, quote.data])
  return quote
}

/** Buys what was offered, with the viewer's consent to its cost. */
export function takeOffer({ name, parents, manner }: Offer): void {
  void tileStore.requestPurchase(name, parents, { ...manner, confirmed: true })
}
