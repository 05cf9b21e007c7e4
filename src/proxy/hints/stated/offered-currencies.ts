import type { ReadOfferedFilters } from './offered-filters.ts'

/** Finds the currencies in the service's free list of filters; null when it does not list any. */
export function createOfferedCurrencies(offered: ReadOfferedFilters): () => Promise<readonly string[] | null> {
  return async () => {
    const currencies = (await offered())?.currencies ?? []
    return currencies.length > 0 ? currencies : null
  }
}
