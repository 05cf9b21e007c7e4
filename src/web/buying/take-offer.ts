import type { EditionName } from '../../domain/edition.ts'
import { noteOutcome } from '../metered/agreed-purchase.ts'
import type { Offer } from '../metered/quote.ts'
import type { RestedView } from '../state/store.ts'
import { sumOfCosts } from '../tiles/cost.ts'
import { editionKey } from '../tiles/editions.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { tilesInView } from '../view/view-tiles.ts'

/** What the viewer agreed to last. */
let agreed: readonly Offer[] = []

/** Buys offers to whose cost the viewer has agreed, and tells what they brought once all are done. */
export async function takeOffers(offers: readonly Offer[]): Promise<void> {
  agreed = offers
  const paid = await Promise.all(
    offers.map(({ name, parents, options }) =>
      tileStore.requestPurchase(name, parents, { ...options, confirmed: true }),
    ),
  )
  noteOutcome(sumOfCosts(paid))
}

/** Returns what was refused or failed of the offers that the viewer agreed to last, as far as the view still wants it. */
export function failedOffers(names: readonly EditionName[], { bounds }: RestedView): Offer[] {
  const wanted = new Set(names.map(editionKey))
  return agreed.flatMap((offer) => {
    const { name } = offer
    if (!wanted.has(editionKey(name))) return []
    const seen = new Set(tilesInView(bounds, name.resolution).parents)
    const parents = offer.parents.filter((parent) => seen.has(parent) && hasFailed(name, parent))
    return parents.length === 0 ? [] : { ...offer, parents }
  })
}

/** Buys what is still missing of offers that failed. */
export async function retakeOffers(offers: readonly Offer[]): Promise<void> {
  // Somebody else may have bought them since.
  await Promise.all(offers.map(({ name, parents }) => tileStore.ensureHeld(name, parents)))
  await takeOffers(offers)
}

function hasFailed(name: EditionName, parent: Offer['parents'][number]): boolean {
  const { kind } = tileStore.stateOf(name, parent)
  return kind === 'refused' || kind === 'failed'
}
