import { noteOutcome } from '../metered/agreed-purchase.ts'
import type { Offer } from '../metered/quote.ts'
import { sumOfCosts } from '../tiles/cost.ts'
import { tileStore } from '../tiles/page-tiles.ts'

/** Buys offers to whose cost the viewer has agreed, and tells what they brought once all are done. */
export async function takeOffers(offers: readonly Offer[]): Promise<void> {
  const paid = await Promise.all(
    offers.map(({ name, parents, options }) =>
      tileStore.requestPurchase(name, parents, { ...options, confirmed: true }),
    ),
  )
  noteOutcome(sumOfCosts(paid))
}
