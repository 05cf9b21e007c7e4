import type { Offer } from '../metered/quote.ts'
import { tileStore } from '../tiles/page-tiles.ts'

/** Buys an offer to whose cost the viewer has agreed. */
export function takeOffer({ name, parents, options }: Offer): void {
  void tileStore.requestPurchase(name, parents, { ...options, confirmed: true })
}
