import type { Ancestor } from '../../contract/service/geo.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import { LEVELS, type Level } from '../../domain/place.ts'

/** A named place, as stored. */
export interface Place {
  readonly geo_id: string
  readonly parent: string | null
  readonly name: string
  readonly level: Level
  /** Lower-case alpha-2. */
  readonly country: string
  /** Resolution at which its cells are stored; null when it has none of its own. */
  readonly h3_res: number | null
  readonly population: number
  readonly lat: number | null
  readonly lng: number | null
  readonly source: string
}

/** All places, as a tree. */
export interface PlaceTree {
  readonly places: readonly Place[]
  get(geoId: string): Place | null
  /** Countries that have places below them, by code. */
  countries(): readonly Place[]
  /** The places directly beneath a place, by name. Levels can be skipped, so children can have different levels. */
  children(geoId: string): readonly Place[]
  /** From fine to coarse, ending with the country. */
  ancestors(place: Place): Ancestor[]
  /** A place's population; where it is not known, that of the places in it. */
  peopleIn(place: Place): number
}

/** Position of a level from coarse (0) to fine (5). */
export function levelRank(level: Level): number {
  return LEVELS.indexOf(level)
}

/** Builds the tree; a place with a missing parent becomes a child of its country, if that exists. */
export function growTree(places: readonly Place[]): PlaceTree {
  const byId = new Map(places.map((place) => [place.geo_id, place]))
  const parentOf = (place: Place): Place | null => {
    const named = place.parent === null ? null : byId.get(place.parent)
    if (named) return named
    return place.level === 'country' ? null : (byId.get(place.country) ?? null)
  }
  const childrenOf = new Map<string, Place[]>()
  for (const place of places) {
    const parent = parentOf(place)
    if (!parent) continue
    const siblings = childrenOf.get(parent.geo_id)
    if (siblings) siblings.push(place)
    else childrenOf.set(parent.geo_id, [place])
  }
  for (const [id, siblings] of childrenOf) childrenOf.set(id, sortedByName(siblings))
  const countries = places
    .filter(({ level, geo_id }) => level === 'country' && childrenOf.has(geo_id))
    .sort((a, b) => (a.geo_id < b.geo_id ? -1 : 1))

  const people = new Map<string, number>()
  const peopleIn = (place: Place): number => {
    const known = place.population || people.get(place.geo_id)
    if (known !== undefined) return known
    // Set first, which ends the search in a file with circular parents.
    people.set(place.geo_id, 0)
    const sum = (childrenOf.get(place.geo_id) ?? []).reduce((total, child) => total + peopleIn(child), 0)
    people.set(place.geo_id, sum)
    return sum
  }

  return {
    places,
    peopleIn,
    get: (geoId) => byId.get(geoId) ?? null,
    countries: () => countries,
    children: (geoId) => childrenOf.get(geoId) ?? [],
    ancestors(place) {
      const line: Ancestor[] = []
      let above = parentOf(place)
      // The limit ends the loop even in a file with circular parents.
      while (above && line.length < LEVELS.length) {
        line.push({ geo_id: above.geo_id, name: displayName(above), level: above.level })
        above = parentOf(above)
      }
      return line
    },
  }
}

/** A place's name on the wire; a country's is its code (interface section 2.2). */
export function displayName(place: Place): string {
  return place.level === 'country' ? place.geo_id : place.name
}

function sortedByName(places: readonly Place[]): Place[] {
  const keyed = places.map((place) => ({ place, key: `${foldName(place.name)}\u0000${place.geo_id}` }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ place }) => place)
}
