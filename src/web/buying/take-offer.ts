import { tileStore } from '../queries/page-tiles.ts'
import type { Offer } from '../queries/quote.ts'

/** Buys what was offered, with the viewer's consent to its cost. */
export function takeOffer({ name, parents, manner }: Offer): void {
  void tileStore.requestPurchase(name, parents, { ...manner, confirmed: true })
}
