import { tileStore } from '../queries/page-tiles.ts'
import type { Offer } from '../queries/quote.ts'

/** Buys an offer to whose cost the viewer has agreed. */
export function takeOffer({ name, parents, options }: Offer): void {
  void tileStore.requestPurchase(name, parents, { ...options, confirmed: true })
}
