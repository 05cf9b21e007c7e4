import type { ReceivedCountry } from '../../contract/service/coverage.ts'
import { t } from '../language/translate.ts'

/** What can be done in a market. Source: interface section 3. */
export type MarketClass = 'normal' | 'unnamed' | 'no_listings' | 'nothing'

export const MARKET_CLASSES: readonly MarketClass[] = ['normal', 'unnamed', 'no_listings', 'nothing']

/** Classifies a market; null where the service leaves a flag out. */
export function marketClassOf(market: Pick<ReceivedCountry, 'prices_available' | 'searchable'>): MarketClass | null {
  const { prices_available, searchable } = market
  if (prices_available === null || searchable === null) return null
  if (prices_available === true) return searchable ? 'normal' : 'unnamed'
  return searchable ? 'no_listings' : 'nothing'
}

/** Returns a market's class in a few words. */
export function marketWords(kind: MarketClass): string {
  switch (kind) {
    case 'normal':
      return t('Listings, and places with names')
    case 'unnamed':
      return t('Listings, but no names: use the map')
    case 'no_listings':
      return t('Names, but no recent listings')
    case 'nothing':
      return t('Neither listings nor names')
  }
}

/** Returns what a market's class means. */
export function explainMarket(kind: MarketClass): string {
  switch (kind) {
    case 'normal':
      return t('It has recent listings, and its places have names: search or browse.')
    case 'unnamed':
      return t(
        'It has recent listings, but no name leads to a place. Use the map, draw a circle, or enter the id of a hexagon.',
      )
    case 'no_listings':
      return t('Its places have names, but it has no recent listings.')
    case 'nothing':
      return t('It has no recent listings, and no name leads to a place.')
  }
}
