import { foldName } from '../../domain/names/fold-name.ts'
import { readingsOf } from '../../domain/names/name-context.ts'
import { slipsOfPart } from '../../domain/names/name-match.ts'
import { hasNumbersOf } from '../../domain/names/name-numbers.ts'
import { foldedNames, isShortForm, spellingsOf } from '../../domain/names/spellings.ts'
import { isNearName, isTurned, nearness } from '../../domain/names/typing-slips.ts'
import type { ZoneLevel } from '../../domain/place.ts'
import { FAR, likelierSlip } from '../../server/world/known-places.ts'
import type { WorldPlace, WorldPlaces } from '../../server/world/world-place.ts'
import type { NameMatch, SearchOptions } from '../names/name-index.ts'
import type { Place } from '../places/place-tree.ts'
import type { Geocoder, Town } from './geocoder.ts'
import {
  type ExactPlaces,
  NO_PLACES,
  placesCoded,
  placesInContext,
  placesInParts,
  placesNamed,
  type ZoneNames,
  zonesOfWorldPlace,
} from './known-zones.ts'

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
  /** A town that is not in the tree, but in the gazetteer or known to the geocoder. */
  | { readonly kind: 'town'; readonly town: Town }
  | { readonly kind: 'unknown'; readonly did_you_mean: readonly string[] }
  /** The requested country has no places. */
  | { readonly kind: 'not_covered' }

/** Where names are searched. */
export interface SearchedPlaces extends ZoneNames {
  readonly world: WorldPlaces
  /** Whether a zone has figures now. Among zones with the same name, those with figures come first. */
  hasFigures(geoId: string): Promise<boolean>
}

// Less similar names are only suggested.
const MATCH_SCORE = 0.4
export const SUGGESTION_SCORE = 0.25
export const SUGGESTIONS = 5
/** How many zones of one name are checked for figures, the most populous first. */
const NAMESAKES_ASKED = 60
/** How many similar names of the world are compared. */
const SIMILAR_TOWNS = 20
/** How many similar names of zones are compared. */
const SIMILAR_ZONES = 40
/** How many ways to split a text are compared with similar names; each takes some milliseconds. */
const READINGS_COMPARED = 3

interface Similar {
  readonly zones: readonly Place[]
  readonly town: WorldPlace | null
  /** Typing errors between the text and the nearest of them. */
  readonly slips: number
}

/** Finds a name. When only another country or level has it, returns an empty list of zones, not an unknown place. */
export async function searchPlaces(
  places: SearchedPlaces,
  query: PlaceQuery,
  geocoder: Geocoder,
): Promise<SearchOutcome> {
  const { q, country, limit } = query
  const { tree, world } = places
  if (country !== null && tree.children(country).length === 0) return { kind: 'not_covered' }
  const wanted = wantedBy(query)
  const named = placesNamed(places, world, q)
  const byName = await findNamed(places, query, wanted, named)
  if (byName !== null) return byName
  // What is called so is then a likely slip for another town.
  const unlikely = named.elsewhere.some(wanted.town) ? named.elsewhere : []

  const matches = matchesOf(places, query, SIMILAR_ZONES, MATCH_SCORE)
  const turned = findTurned(places, query, matches)
  if (turned.length > 0) return zonesOutcome(turned, limit)
  const inContext = await findInContext(places, query, wanted)
  if (inContext !== null) return inContext

  const similar = findSimilar(places, query, matches, unlikely)
  const likely = await findLikely(places, query, wanted, similar)
  if (likely !== null) return likely
  const found = query.level === null ? await geocoder.find(q, country) : null
  return found ? { kind: 'town', town: found } : { kind: 'unknown', did_you_mean: suggest(places, query) }
}

/** What a query's country and level let through. */
interface WantedPlaces {
  zone(zone: Place): boolean
  country(town: WorldPlace): boolean
  /** No level is that of a town outside the tree. */
  town(town: WorldPlace): boolean
}

function wantedBy({ country, level }: PlaceQuery): WantedPlaces {
  const isInCountry = (place: { readonly country: string }) => country === null || place.country === country
  return {
    zone: (zone) => isInCountry(zone) && (level === null || zone.level === level),
    country: isInCountry,
    town: (town) => level === null && isInCountry(town),
  }
}

/** The places called so, or whose names begin so; null when there are none, or another town is meant more likely. */
async function findNamed(
  places: SearchedPlaces,
  query: PlaceQuery,
  wanted: WantedPlaces,
  named: ExactPlaces,
): Promise<SearchOutcome | null> {
  const { q, limit } = query
  const zones = await figuresFirst(places, named, wanted.zone)
  const begun = findBegun(places, query)
  if (zones.length > 0) return zonesOutcome([...zones, ...begun], limit)
  // By the interface, a name becomes a point only if no zone's name begins with it. If a zone elsewhere has exactly this
  // name, similar zones here are not meant.
  if (begun.length > 0 || isAnyZone(named)) return zonesOutcome(begun, limit)
  const town = named.elsewhere.find(wanted.town)
  const isSlip = town !== undefined && likelierSlip(places.world, q, named.elsewhere).some(wanted.country)
  return town && !isSlip ? { kind: 'town', town } : null
}

/** The places that a part of the text names in a place that the rest names, or that it names by a code. */
async function findInContext(
  places: SearchedPlaces,
  { q, limit }: PlaceQuery,
  wanted: WantedPlaces,
): Promise<SearchOutcome | null> {
  for (const find of [placesInContext, placesCoded]) {
    const found = find(places, places.world, q)
    const zones = await figuresFirst(places, found, wanted.zone)
    if (zones.length > 0) return zonesOutcome(zones, limit)
    const town = found.elsewhere.find(wanted.town)
    if (town) return { kind: 'town', town }
    if (isAnyZone(found)) return { kind: 'zones', zones: [] }
  }
  return null
}

/** Places with a similar name, or that only some words name; null when there are none. */
async function findLikely(
  places: SearchedPlaces,
  query: PlaceQuery,
  wanted: WantedPlaces,
  similar: Similar,
): Promise<SearchOutcome | null> {
  const beside = similar.slips < FAR ? [] : findSimilarBeside(places, query)
  const parts = placesBesideSimilar(places, query.q, similar)
  const likely = [...beside, ...(await figuresFirst(places, parts, wanted.zone))]
  if (likely.length > 0) return zonesOutcome([...likely, ...similar.zones], query.limit)
  if (similar.zones.length === 0 && isKnownAnywhere(places, query)) return { kind: 'zones', zones: [] }
  if (similar.town) return { kind: 'town', town: similar.town }
  if (similar.zones.length > 0) return zonesOutcome(similar.zones, query.limit)
  const town = parts.elsewhere.find(wanted.town)
  return town ? { kind: 'town', town } : null
}

/**
 * The places that some words of a text name, unless a similar name fits as well: one with few typing errors, or one that contains
 * those words.
 */
function placesBesideSimilar(places: SearchedPlaces, q: string, { zones, town, slips }: Similar): ExactPlaces {
  const found = slips < FAR ? NO_PLACES : placesInParts(places, places.world, q)
  const [part] = [...found.own, ...found.others, ...found.elsewhere]
  const [similar] = [...(town ? [town] : []), ...zones]
  return part && similar && isShortForm(part.name, similar.name) ? NO_PLACES : found
}

interface ZoneMatch {
  readonly zone: Place
  readonly tier: NameMatch['tier']
}

function isAnyZone({ own, others }: ExactPlaces): boolean {
  return own.length + others.length > 0
}

function zonesOutcome(zones: readonly Place[], limit: number): SearchOutcome {
  return { kind: 'zones', zones: [...new Set(zones)].slice(0, limit) }
}

/** Zones whose own name this is, then those named so in another language; in both, those with figures first, then by population. */
async function figuresFirst(
  { tree, hasFigures }: SearchedPlaces,
  { own, others }: ExactPlaces,
  accepts: (zone: Place) => boolean,
): Promise<Place[]> {
  const sorted = async (zones: readonly Place[]) => {
    const byPeople = zones.filter(accepts).sort((a, b) => tree.peopleIn(b) - tree.peopleIn(a))
    const asked = await Promise.all(
      byPeople.slice(0, NAMESAKES_ASKED).map(async (zone) => ({ zone, has: await hasFigures(zone.geo_id) })),
    )
    const [having, lacking] = [asked.filter(({ has }) => has), asked.filter(({ has }) => !has)]
    return [...[...having, ...lacking].map(({ zone }) => zone), ...byPeople.slice(NAMESAKES_ASKED)]
  }
  return [...(await sorted(own)), ...(await sorted(others))]
}

/** Zones whose name, or a word of it, begins with the text; if there are none, with another spelling of it. */
function findBegun(places: SearchedPlaces, query: PlaceQuery): Place[] {
  for (const q of spellingsOf(query.q)) {
    // Similar names are not compared here: a text may have many spellings, and comparing takes some milliseconds each time.
    const entries = places.names.beginning(q, { limit: query.limit, ...filterOf(places, query) })
    const begun = entries.flatMap((entry) => places.tree.get(places.zones[entry] ?? '') ?? [])
    if (begun.length > 0) return begun
  }
  return []
}

/** Zones whose name has the words of the text in another order, the most populous first. */
function findTurned({ tree }: SearchedPlaces, query: PlaceQuery, matches: readonly ZoneMatch[]): Place[] {
  const typed = foldName(query.q)
  const turned = matches.flatMap(({ zone }) => (isTurned(typed, foldName(zone.name)) ? [zone] : []))
  return turned.sort((a, b) => tree.peopleIn(b) - tree.peopleIn(a))
}

/** Zones, and perhaps a town elsewhere, with a name that a few typing errors turn into the text, the nearest first. */
function findSimilar(
  places: SearchedPlaces,
  query: PlaceQuery,
  matches: readonly ZoneMatch[],
  unlikely: readonly WorldPlace[] = [],
): Similar {
  const found = zonesNear(query.q, matches)
  const { country, level } = query
  let town: { place: WorldPlace; slips: number } | null = null
  for (const { place, slips } of places.world.similarTo(query.q, SIMILAR_TOWNS)) {
    if (country !== null && place.country !== country) continue
    if (unlikely.some(({ index }) => index === place.index)) continue
    const zones = zonesOfWorldPlace(places, places.world, place)
    for (const zone of zones) {
      if (level === null || zone.level === level) found.set(zone, Math.min(slips, found.get(zone) ?? slips))
    }
    if (zones.length === 0 && level === null) town ??= { place, slips }
  }
  return nearestOf(places, found, town)
}

/** Zones with a similar name, and how many typing errors are between it and the text. */
function zonesNear(q: string, matches: readonly ZoneMatch[]): Map<Place, number> {
  const typed = foldName(q)
  const found = new Map<Place, number>()
  for (const { zone, tier } of matches) {
    const near = foldedNames(zone.name).filter((name) => tier === 3 && isNearName(typed, name))
    if (near.length > 0) found.set(zone, Math.min(...near.map((name) => nearness(typed, name))))
  }
  return found
}

/** Sorts zones, the nearest and then the most populous first; a town counts only where it is nearer than all of them. */
function nearestOf(
  { tree }: SearchedPlaces,
  zones: ReadonlyMap<Place, number>,
  town: { place: WorldPlace; slips: number } | null,
): Similar {
  const sorted = [...zones].sort(([a, slipsA], [b, slipsB]) => slipsA - slipsB || tree.peopleIn(b) - tree.peopleIn(a))
  const least = sorted[0]?.[1] ?? Number.POSITIVE_INFINITY
  const isNearer = town !== null && town.slips < least
  return {
    zones: sorted.map(([zone]) => zone),
    town: isNearer ? town.place : null,
    slips: isNearer ? town.slips : least,
  }
}

/**
 * The zones with a name that a few typing errors turn into some of the words, in a place that the other words name: "kreutzberg
 * berlin". The nearest come first, then the most populous.
 */
function findSimilarBeside(places: SearchedPlaces, query: PlaceQuery): Place[] {
  const { tree, world } = places
  let compared = 0
  for (const { name, context } of readingsOf(query.q).filter(({ isOpen }) => !isOpen)) {
    const { own, others } = placesNamed(places, world, context)
    // "barcelona centro" is not the centre of another town in the province.
    const cities = own.filter(({ level }) => level === 'city')
    const around = new Set((cities.length > 0 ? cities : [...own, ...others]).map(({ geo_id }) => geo_id))
    if (around.size === 0) continue
    if (++compared > READINGS_COMPARED) break
    const isIn = (zone: Place) => tree.ancestors(zone).some(({ geo_id }) => around.has(geo_id))
    const near = matchesOf(places, { ...query, q: name }, SIMILAR_ZONES, MATCH_SCORE, isIn)
      .map(({ zone }) => ({ zone, slips: slipsOfPart(name, zone.name) }))
      .filter(({ slips }) => Number.isFinite(slips))
      .sort((a, b) => a.slips - b.slips || tree.peopleIn(b.zone) - tree.peopleIn(a.zone))
    if (near.length > 0) return near.map(({ zone }) => zone)
  }
  return []
}

function matchesOf(
  places: SearchedPlaces,
  query: PlaceQuery,
  limit: number,
  minimumScore: number,
  isMeant: (zone: Place) => boolean = () => true,
): ZoneMatch[] {
  const { tree, names, zones } = places
  const { accepts: passes = () => true } = filterOf(places, query)
  const zoneAt = (entry: number) => tree.get(zones[entry] ?? '')
  const accepts = (entry: number) => {
    const zone = passes(entry) ? zoneAt(entry) : null
    return zone !== null && isMeant(zone)
  }
  return names.search(query.q, { limit, minimumScore, accepts }).flatMap(({ entry, tier }) => {
    const zone = zoneAt(entry)
    return zone ? [{ zone, tier }] : []
  })
}

function filterOf({ tree, zones }: SearchedPlaces, query: PlaceQuery): Pick<SearchOptions, 'accepts'> {
  if (query.country === null && query.level === null) return {}
  const wanted = wantedBy(query)
  const accepts = (entry: number) => {
    const zone = tree.get(zones[entry] ?? '')
    return zone !== null && wanted.zone(zone)
  }
  return { accepts }
}

/** Whether another country or level has the name or a similar one. */
function isKnownAnywhere(places: SearchedPlaces, query: PlaceQuery): boolean {
  if (query.country === null && query.level === null) return false
  const anywhere = { ...query, country: null, level: null }
  if (findBegun(places, anywhere).length > 0) return true
  return findSimilar(places, anywhere, matchesOf(places, anywhere, SIMILAR_ZONES, MATCH_SCORE)).zones.length > 0
}

/** Similar names; none for two Latin letters, which are in very many names. */
function suggest(places: SearchedPlaces, query: PlaceQuery): string[] {
  if (/^[a-z]{1,2}$/.test(foldName(query.q))) return []
  const near = matchesOf(places, query, SUGGESTIONS * 3, SUGGESTION_SCORE)
  const names = near.map(({ zone }) => zone.name).filter((name) => hasNumbersOf(query.q, name))
  return [...new Set(names)].slice(0, SUGGESTIONS)
}
