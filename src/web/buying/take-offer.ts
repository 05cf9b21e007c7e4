import { tileStore } from '../queries/page-tiles.ts'
import type { Offer } from '../queries/quote.ts'

/** Buys an offer to whose cost the viewer has agreed. */
export function takeOffer({ name, parents, manner }: Offer): void {
  void tileStore.requestPurchase(name, parents, { ...manner, confirmed: true })
}
