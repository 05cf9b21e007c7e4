import type { ZoneLevel } from '../../domain/place.ts'
import type { NameIndex, NameMatch } from '../names/name-index.ts'
import type { Place, PlaceTree } from '../places/place-tree.ts'
import type { Geocoder, Town } from './geocoder.ts'

export interface PlaceQuery {
  readonly q: string
  /** Lower-case alpha-2. */
  readonly country: string | null
  readonly level: ZoneLevel | null
  readonly limit: number
}

/** The outcome of a search. */
export type SearchOutcome =
  | { readonly kind: 'zones'; readonly zones: readonly Place[] }
  /** A town that is not in the tree but known to the geocoder. */
  | { readonly kind: 'town'; readonly town: Town }
  | { readonly kind: 'unknown'; readonly did_you_mean: readonly string[] }
  /** The requested country has no places. */
  | { readonly kind: 'not_covered' }

export interface SearchedPlaces {
  readonly tree: PlaceTree
  readonly names: NameIndex
  readonly zones: readonly string[]
}

// A less similar name is not a match, but can be a suggestion. Measured on the demonstration's tree, 99 of 100 misspelt
// names reach this score with the right name, and more than half of the world's other towns do not.
export const MATCH_SCORE = 0.49
export const SUGGESTION_SCORE = 0.25
export const SUGGESTIONS = 5
// A less similar name elsewhere is probably not the one that was meant, so it does not count as known.
export const ELSEWHERE_SCORE = 0.6

/** Finds a name; when only another country or level has it, returns no zones rather than an unknown place. */
export async function searchPlaces(
  places: SearchedPlaces,
  query: PlaceQuery,
  geocoder: Geocoder,
): Promise<SearchOutcome> {
  const { country, level } = query
  if (country !== null && places.tree.children(country).length === 0) return { kind: 'not_covered' }
  const matches = findMatches(places, query, query.limit, MATCH_SCORE)
  const zones = { kind: 'zones', zones: zonesOf(places, matches) } as const
  const [best] = matches
  if (best && best.tier < 3) return zones
  const isFiltered = country !== null || level !== null
  const anywhere = isFiltered ? bestAnywhere(places, query) : undefined
  // When the exact name exists elsewhere, similar names here are not what was meant.
  if (best && anywhere?.tier !== 0) return zones
  if (anywhere) return { kind: 'zones', zones: [] }

  const town = level === null ? await geocoder.find(query.q, country) : null
  if (town) return { kind: 'town', town }
  const near = zonesOf(places, findMatches(places, query, SUGGESTIONS * 3, SUGGESTION_SCORE))
  return { kind: 'unknown', did_you_mean: [...new Set(near.map(({ name }) => name))].slice(0, SUGGESTIONS) }
}

function findMatches(
  { tree, names, zones }: SearchedPlaces,
  { q, country, level }: PlaceQuery,
  limit: number,
  minimumScore: number,
): NameMatch[] {
  if (country === null && level === null) return names.search(q, { limit, minimumScore })
  const accepts = (entry: number) => {
    const zone = tree.get(zones[entry] ?? '')
    return zone !== null && (country === null || zone.country === country) && (level === null || zone.level === level)
  }
  return names.search(q, { limit, minimumScore, accepts })
}

/** The best match among all places, in any country and at any level. */
function bestAnywhere({ names }: SearchedPlaces, { q }: PlaceQuery): NameMatch | undefined {
  return names.search(q, { limit: 1, minimumScore: ELSEWHERE_SCORE })[0]
}

function zonesOf({ tree, zones }: SearchedPlaces, matches: readonly NameMatch[]): Place[] {
  return matches.map(({ entry }) => tree.get(zones[entry] ?? '')).filter((zone) => zone !== null)
}
