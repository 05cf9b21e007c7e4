import { foldName } from '../../domain/names/fold-name.ts'
import { namesOfCountry } from '../../domain/names/name-context.ts'
import type { Place } from '../free/geo.ts'
import { countryName } from '../ui/words/place-name.ts'
import type { SearchItem } from './search-items.ts'

/** The fewest letters with which the beginning of a country's name finds it. */
const LEAST_BEGINNING = 3

/**
 * Returns lines for those of `countries` that a text names: first whole names in any language, then beginnings of the name
 * that the reader sees.
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
 * Adds countries to the results of a search. A city that shares its name with a country, such as Luxembourg, comes before the
 * country; a country whose name only begins with the text comes second.
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
