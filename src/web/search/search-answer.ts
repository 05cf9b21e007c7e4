import type { Place } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { RequestError } from '../requests/http.ts'
import { nothingFound } from './coordinates/typed-location.ts'
import { withCountries } from './find-countries.ts'
import { correctionItems, foundItems, isGuess, type SearchItem } from './search-items.ts'
import type { SearchFound } from './search-query.ts'

/** What the search list says. */
export interface SearchAnswer {
  readonly items: readonly SearchItem[]
  /** True where the first result is nothing that Enter should choose. */
  readonly isGuess: boolean
  /** A sentence shown instead of results, or null. */
  readonly note: string | null
  /** An unexpected failure, or null; there may still be results. */
  readonly failure: unknown
}

export const NO_ANSWER: SearchAnswer = { items: [], isGuess: false, note: null, failure: null }

/**
 * Returns what the list says of a search. What was found for an earlier text speaks of that text: Valencia is not “also called
 * Munich” while Munich is looked for.
 */
export function searchAnswer(error: unknown, data: SearchFound | undefined, countries: readonly Place[]): SearchAnswer {
  const expected = error instanceof RequestError ? error : null
  if (expected?.code === 'not_covered') {
    return { ...NO_ANSWER, note: t('The service has no geographic data for that country.') }
  }
  if (error) return { ...NO_ANSWER, failure: error }
  if (data === undefined) return NO_ANSWER
  const { q, missed: failure } = data
  const items = withCountries(q, foundItems(q, data), countries)
  if (items.length === 0) {
    const suggested = correctionItems(data.suggestions)
    const isStreet = /\d/.test(q)
    const note = suggested.length > 0 && !isStreet ? t('No results for “{q}”.', { q }) : nothingFound(q)
    return { ...NO_ANSWER, items: suggested, note, failure }
  }
  const isOnlyGuess = items[0]?.kind !== 'point' && isGuess(q, data)
  const note = isOnlyGuess ? t('No exact match for “{q}”.', { q }) : null
  return { items, isGuess: isOnlyGuess, note, failure }
}
