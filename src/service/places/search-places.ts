import type { ZoneLevel } from '../../domain/place.ts'
import { geocodeTown, type Town } from './geocoder.ts'
import type { NameIndex, NameMatch } from './name-index.ts'
import type { Place, PlaceTree } from './place-tree.ts'

export interface PlaceQuery {
  readonly q: string
  /** Lower-case alpha-2. */
  readonly country: string | null
  readonly level: ZoneLevel | null
  readonly limit: number
}

/** What a name may come to. */
export type SearchOutcome =
  | { readonly kind: 'zones'; readonly zones: readonly Place[] }
  /** Not in the tree, but a town that GeoNames knows. */
  | { readonly kind: 'town'; readonly town: Town }
  | { readonly kind: 'unknown'; readonly did_you_mean: readonly string[] }
  /** No geographic data for the country asked for. */
  | { readonly kind: 'not_covered' }

export interface SearchedPlaces {
  readonly tree: PlaceTree
  readonly names: NameIndex
  readonly zones: readonly string[]
}

// A name that shares less is no match but may be what was meant.
const MATCH_SCORE = 0.35
const SUGGESTION_SCORE = 0.2
const SUGGESTIONS = 5
// A name elsewhere that shares less is hardly the one asked for, and does not tell that it is known.
const ELSEWHERE_SCORE = 0.5

/** Resolves a name; a match elsewhere than asked for comes to no zones rather than to an unknown place. */
export function searchPlaces(places: SearchedPlaces, query: PlaceQuery): SearchOutcome {
  const { tree, names } = places
  const zoneOf = ({ entry }: NameMatch) => tree.get(places.zones[entry] ?? '')
  const isWanted = (entry: number) => {
    const zone = tree.get(places.zones[entry] ?? '')
    if (!zone) return false
    return (query.country === null || zone.country === query.country) && (!query.level || zone.level === query.level)
  }
  if (query.country !== null && tree.children(query.country).length === 0) return { kind: 'not_covered' }

  const find = (limit: number, minimumScore: number, accepts?: (entry: number) => boolean) =>
    names.search(query.q, accepts ? { limit, minimumScore, accepts } : { limit, minimumScore })
  const matches = find(query.limit, MATCH_SCORE, isWanted)
  const [best] = find(1, MATCH_SCORE)
  // Where the very name is known elsewhere, names here that only resemble it are not what was asked for.
  const meantElsewhere = best?.tier === 0 && (matches[0]?.tier ?? 3) === 3
  if (matches.length > 0 && !meantElsewhere) {
    return { kind: 'zones', zones: matches.map(zoneOf).filter((zone) => zone !== null) }
  }
  if (best && (best.tier < 3 || best.score >= ELSEWHERE_SCORE)) return { kind: 'zones', zones: [] }

  const town = query.level === null ? geocodeTown(query.q, query.country) : null
  if (town) return { kind: 'town', town }
  const near = find(SUGGESTIONS * 3, SUGGESTION_SCORE, isWanted).map((match) => zoneOf(match)?.name ?? '')
  return { kind: 'unknown', did_you_mean: [...new Set(near)].filter(Boolean).slice(0, SUGGESTIONS) }
}
