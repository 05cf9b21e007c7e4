import { foldName } from '../../domain/fold-name.ts'
import { namesOfCountry } from '../../domain/name-context.ts'
import type { Place } from '../queries/geo.ts'
import { countryName } from '../ui/place-name.ts'
import type { SearchItem } from './search-items.ts'

/** From this length on, the beginning of a country's name finds it. */
const LEAST_BEGINNING = 3

/**
 * Returns lines for the countries among `countries` that a text names: first by a whole name in any language, then by the
 * beginning of the name that the reader sees.
 */
function countryItems(typed: string, countries: readonly Place[]): Record<'named' | 'begun', readonly SearchItem[]> {
  const text = foldName(typed)
  const named = text === '' ? [] : countries.filter(({ country }) => namesOfCountry(country).includes(text))
  const begun =
    text.length < LEAST_BEGINNING
      ? []
      : countries.filter((place) => !named.includes(place) && foldName(countryName(place.country)).startsWith(text))
  return { named: named.map(itemOf), begun: begun.map(itemOf) }
}

/**
 * Puts countries among what a search found. Who types the name of a city that a country is called like, such as Luxembourg,
 * finds the city first, and a country whose name begins so comes second.
 */
export function withCountries(
  typed: string,
  items: readonly SearchItem[],
  countries: readonly Place[],
): readonly SearchItem[] {
  const { named, begun } = countryItems(typed, countries)
  const [first] = items
  const isCity = first?.kind === 'place' && foldName(first.place.name) === foldName(typed)
  const rest = items.slice(1)
  if (first === undefined) return [...named, ...begun]
  return isCity ? [first, ...named, ...begun, ...rest] : [...named, first, ...begun, ...rest]
}

function itemOf(place: Place): SearchItem {
  return { kind: 'place', key: `place:${place.geo_id}`, place, mark: null }
}
