import { distanceKm } from '../../domain/distance.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import {
  goesOn,
  isAround,
  isBeginning,
  isLongEnough,
  type NameInContext,
  partsOf,
  readingsOf,
  type Surroundings,
  surroundingsOfRegion,
} from '../../domain/names/name-context.ts'
import { isLarge, likelihood } from '../../domain/names/name-match.ts'
import { regionsCalled } from '../../domain/names/region-names.ts'
import { foldedNames, spellingsOf } from '../../domain/names/spellings.ts'
import type { ZoneLevel } from '../../domain/place.ts'
import { placesCalled } from '../../server/world/known-places.ts'
import type { WorldPlace, WorldPlaces } from '../../server/world/world-place.ts'
import type { NameIndex } from '../names/name-index.ts'
import { displayName, type Place, type PlaceTree } from '../places/place-tree.ts'

/** How far the middle of a zone can be from the place that gave it its name. */
const FARTHEST_KM: Readonly<Record<ZoneLevel, number>> = {
  region: 150,
  province: 80,
  city: 15,
  macrozone: 8,
  microzone: 8,
}
/** How many places with one name are considered, the most populous first. */
const NAMESAKES = 100

/** How many places are considered for the words beside a name. */
const NAMESAKES_AROUND = 10
/** How many names beginning with the text are returned when further words say where. */
const BEGUN = 10

export interface ZoneNames {
  readonly tree: PlaceTree
  readonly names: NameIndex
  readonly zones: readonly string[]
}

/** What the exact readings of a text found. */
export interface ExactPlaces {
  /** Zones with exactly this name, the most populous first. */
  readonly own: readonly Place[]
  /** Zones that have or had this name in another language. */
  readonly others: readonly Place[]
  /** Places of the world with the name that are not zones, the most populous first. */
  readonly elsewhere: readonly WorldPlace[]
}

export const NO_PLACES: ExactPlaces = { own: [], others: [], elsewhere: [] }

/** The zones and places of the world with exactly this name in any language; if there are none, those with another spelling. */
export function placesNamed(book: ZoneNames, world: WorldPlaces, name: string): ExactPlaces {
  for (const spelling of spellingsOf(name)) {
    const found = placesSpelled(book, world, spelling)
    if (found.own.length + found.others.length + found.elsewhere.length > 0) return found
  }
  return NO_PLACES
}

function placesSpelled(book: ZoneNames, world: WorldPlaces, name: string): ExactPlaces {
  const named = book.names.named(name).flatMap((entry) => book.tree.get(book.zones[entry] ?? '') ?? [])
  const plain = named.filter((zone) => foldName(zone.name) === foldName(name))
  // Zones whose name has an article or a second name besides come after those with exactly this name.
  const own = plain.length > 0 ? plain : named
  const { others, elsewhere } = placesOf(book, world, placesCalled(world, name).slice(0, NAMESAKES))
  const called = new Set([...named, ...regionsOf(book, name), ...others])
  return { own, others: [...called].filter((zone) => !own.includes(zone)), elsewhere }
}

/** The regions with this name in another language. */
function regionsOf({ tree, names, zones }: ZoneNames, name: string): Place[] {
  return regionsCalled(foldName(name)).flatMap((region) => {
    const found = region.names.flatMap((each) => names.named(each).map((entry) => tree.get(zones[entry] ?? '')))
    return found.filter((zone) => zone?.country === region.country && isRegion(zone)).filter((zone) => zone !== null)
  })
}

function isRegion({ level }: Place): boolean {
  return level === 'region' || level === 'province'
}

/** The cities with this code, such as NYC, as zones or, without a zone, as places of the world. */
export function placesCoded(book: ZoneNames, world: WorldPlaces, code: string): ExactPlaces {
  return placesOf(book, world, world.coded(code))
}

/** Replaces places of the world by their zones; those without one stay. */
function placesOf(book: ZoneNames, world: WorldPlaces, places: readonly WorldPlace[]): ExactPlaces {
  const others = new Set<Place>()
  const elsewhere: WorldPlace[] = []
  for (const place of places) {
    const zones = zonesOfWorldPlace(book, world, place)
    for (const zone of zones) others.add(zone)
    if (zones.length === 0) elsewhere.push(place)
  }
  return { own: [], others: [...others], elsewhere }
}

/** Reads several words as a name and its surroundings: "gracia barcelona", "springfield il", "Milan, Italy". */
export function placesInContext(book: ZoneNames, world: WorldPlaces, typed: string): ExactPlaces {
  const [own, others, elsewhere] = [new Set<Place>(), new Set<Place>(), new Set<WorldPlace>()]
  for (const reading of readingsOf(typed)) {
    // "South London" is not the beginning of South in Londonderry.
    if (reading.isOpen && world.named(reading.context).some(isLarge)) continue
    const found = placesNamed(book, world, reading.name)
    const around = lazily(() => zonesCalled(book, world, reading))
    const isThere = (zone: Place) =>
      isAround(reading, surroundingsOf(book.tree, zone)) ||
      book.tree.ancestors(zone).some(({ geo_id }) => around().has(geo_id))
    for (const zone of found.own) if (isThere(zone)) own.add(zone)
    for (const zone of found.others) if (isThere(zone)) others.add(zone)
    for (const place of found.elsewhere) {
      if (isAround(reading, surroundingsOfRegion(place))) elsewhere.add(place)
    }
    // Shorter names have too many matches: "San" in "San Juan Alicante".
    if (own.size + others.size + elsewhere.size > 0) break
  }
  if (own.size + others.size + elsewhere.size === 0) return { own: zonesBegun(book, typed), others: [], elsewhere: [] }
  return { own: [...own], others: [...others], elsewhere: [...elsewhere] }
}

/** The zones that the words beside a name mean by a code or in another language: "soho nyc", "gracia barcelone". */
function zonesCalled(book: ZoneNames, world: WorldPlaces, { context, isOpen }: NameInContext): ReadonlySet<string> {
  if (isOpen) return new Set()
  const places = [...placesCalled(world, context), ...world.coded(context)].slice(0, NAMESAKES_AROUND)
  return new Set(placesOf(book, world, places).others.map(({ geo_id }) => geo_id))
}

function lazily<Value>(make: () => Value): () => Value {
  let held: Value | null = null
  return () => {
    held ??= make()
    return held
  }
}

/** The fewest people of zones that are searched among the words of a text, by one word and by several. */
const KNOWN_BY_WORD = 50_000
const KNOWN_BY_WORDS = 10_000

/** The places of the likeliest name among the words of a text: Berlin in "10115 Berlin", Leeds in "flats in Leeds". */
export function placesInParts(book: ZoneNames, world: WorldPlaces, typed: string): ExactPlaces {
  for (const parts of partsOf(typed)) {
    const [likeliest] = parts
      .map((part) => placesInPart(book, world, part))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
    if (likeliest) return likeliest.found
  }
  return NO_PLACES
}

function placesInPart(book: ZoneNames, world: WorldPlaces, part: string): { found: ExactPlaces; weight: number } {
  const named = placesNamed(book, world, part)
  const weigh = (zone: Place) => likelihood(part, { name: zone.name, population: book.tree.peopleIn(zone) })
  const least = part.includes(' ') ? KNOWN_BY_WORDS : KNOWN_BY_WORD
  const isKnown = (zone: Place) => book.tree.peopleIn(zone) >= least
  const found = {
    own: named.own.filter(isKnown),
    others: named.others.filter(isKnown),
    elsewhere: named.elsewhere.filter(isLarge),
  }
  const towns = found.elsewhere.map((town) => likelihood(part, town))
  return { found, weight: Math.max(0, ...[...found.own, ...found.others].map(weigh), ...towns) }
}

/** Reads several words as the beginning of a name and its surroundings: "paris 11", which is "11e arrondissement". */
function zonesBegun(book: ZoneNames, typed: string): Place[] {
  for (const { name, context, isOpen, isNameLast } of readingsOf(typed)) {
    // The context has to be a whole name: few readings have one beside the beginning of another name, and the search for beginnings is slow.
    const texts = isOpen ? [] : spellingsOf(name).filter(isLongEnough)
    if (texts.length === 0 || book.names.named(context).length === 0) continue
    for (const text of texts) {
      const accepts = (entry: number) => {
        const zone = book.tree.get(book.zones[entry] ?? '')
        if (zone === null || !foldedNames(zone.name).some((each) => goesOn(each, text, isNameLast))) return false
        return isBeginning(text, context, surroundingsOf(book.tree, zone))
      }
      const begun = book.names
        .begun(text, BEGUN, accepts)
        .flatMap((entry) => book.tree.get(book.zones[entry] ?? '') ?? [])
      if (begun.length > 0) return begun
    }
  }
  return []
}

/** The zones of a place of the world: those at its position with one of its names. */
export function zonesOfWorldPlace({ tree, names, zones }: ZoneNames, world: WorldPlaces, place: WorldPlace): Place[] {
  const found = new Set<Place>()
  for (const name of world.namesOf(place)) {
    for (const entry of names.named(name)) {
      const zone = tree.get(zones[entry] ?? '')
      if (zone && zone.country === place.country && isThere(zone, place)) found.add(zone)
    }
  }
  return [...found]
}

function isThere({ lat, lng, level }: Place, place: WorldPlace): boolean {
  if (level === 'country') return false
  return lat === null || lng === null || distanceKm({ lat, lng }, place) <= FARTHEST_KM[level]
}

function surroundingsOf(tree: PlaceTree, zone: Place): Surroundings {
  const around = tree.ancestors(zone).flatMap(({ geo_id }) => tree.get(geo_id) ?? [])
  return { country: zone.country, around: around.map(displayName) }
}
