import type { KnownAirport, KnownPlace } from '../../contract/known-places.ts'
import type { ReceivedPoint, ReceivedZone } from '../../contract/service/geo.ts'
import type { Cell } from '../../domain/cell.ts'
import { distanceKm, type LatLng } from '../../domain/distance.ts'
import type { Records } from '../../domain/figure.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import { hasNumbersOf } from '../../domain/names/name-numbers.ts'
import { isShortForm, isSpelled } from '../../domain/names/spellings.ts'
import { isNearName } from '../../domain/names/typing-slips.ts'
import { type Place, placeOfZone } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { ancestorsText, signalText } from '../places/place-words.ts'
import { cityName, countryName, levelLabel, placeName } from '../ui/words/place-name.ts'
import type { FoundPlaces } from './names/find-places.ts'
import type { Found } from './names/rank-found.ts'
import type { RecentPlace } from './recent-places.ts'

/** One line in the search list. */
export type SearchItem =
  /** `mark` says why a place is listed although its name is not what was typed. */
  | { kind: 'place'; key: string; place: Place; mark: string | null }
  /** A place of the world that the service has no zone for. */
  | { kind: 'elsewhere'; key: string; name: string; country: string; lat: number; lng: number; mark: string | null }
  | { kind: 'recent'; key: string; place: RecentPlace }
  /** `isNamed` is false where only its coordinates are known. */
  | { kind: 'point'; key: string; name: string; isNamed: boolean; detail: string; lat: number; lng: number }
  | { kind: 'cell'; key: string; cell: Cell }
  /** A spelling that the service suggests instead. */
  | { kind: 'correction'; key: string; text: string }

function zoneItem(row: ReceivedZone): SearchItem {
  return { kind: 'place', key: `place:${row.geo_id}`, place: placeOfZone(row), mark: null }
}

/** Returns lines for a point and the zones around it; none for a point whose coordinates are unknown. */
export function pointItems(point: ReceivedPoint, typed: { lat: number; lng: number } | null): SearchItem[] {
  const lat = typed?.lat ?? point.lat
  const lng = typed?.lng ?? point.lng
  const zones = uniqueByKey(point.zones.map(zoneItem))
  if (typeof lat !== 'number' || typeof lng !== 'number') return zones
  const own = typed === null && point.name ? point.name : null
  const name = own ?? `${lat}, ${lng}`
  const at = { kind: 'point', key: `point:${lat},${lng}`, name, isNamed: own !== null, lat, lng } as const
  return [{ ...at, detail: pointDetail(point) }, ...zones]
}

/** Returns lines for a point without listings and, after it, for one with listings that is meant if the longitude was typed first. */
export function eitherOrderItems(
  typed: { point: ReceivedPoint; at: LatLng },
  swapped: { point: ReceivedPoint; at: LatLng },
): SearchItem[] {
  const [first, ...others] = pointItems(typed.point, typed.at)
  const [other] = pointItems(swapped.point, swapped.at)
  if (first === undefined || other?.kind !== 'point' || !swapped.point.prices_available)
    return pointItems(typed.point, typed.at)
  return [first, { ...other, detail: t('If longitude comes first: {point}', { point: other.detail }) }, ...others]
}

function pointDetail({ country, prices_available: hasPrices }: ReceivedPoint): string {
  if (!country) return hasPrices ? t('Point, with listings') : t('Point, without listings')
  const name = countryName(country)
  return hasPrices
    ? t('Point with listings, {country}', { country: name })
    : t('Point without listings, {country}', { country: name })
}

/** Returns the lines for what a search found. Marks names that differ from the text, and names that several places have. */
export function foundItems(typed: string, { found, points, airports, named = typed }: FoundPlaces): SearchItem[] {
  const [first, ...others] = found
  const items = found.map((each): SearchItem => {
    const mark = markOf(named, each, each === first) ?? (each === first ? markOfMany(each, others) : null)
    if (each.kind === 'zone') return { ...zoneItem(each.zone), mark } as SearchItem
    const { country, lat, lng } = each.place
    const name = nameOf(each)
    return { kind: 'elsewhere', key: `elsewhere:${lat},${lng}`, name, country, lat, lng, mark }
  })
  const isMeant = airports.some(({ is_whole }) => is_whole)
  const isSure = found.some(
    (each) => each.match !== 'similar' && (!isMeant || each.kind === 'zone' || isTown(each.place)),
  )
  const landing = airports.map(airportItem)
  const all = isSure ? [...items, ...landing] : [...landing, ...items]
  return withoutTwins(uniqueByKey([...all, ...points.flatMap((point) => pointItems(point, null))]))
}

/** Within this distance, points of one name are one address: its building, its entrance and the shop in it. */
const TWIN_KM = 0.5

/** Leaves out a point that another one of the same line stands for. */
function withoutTwins(items: readonly SearchItem[]): SearchItem[] {
  return items.filter((item, index) => {
    if (item.kind !== 'point') return true
    const isTwin = (other: SearchItem) =>
      other.kind === 'point' &&
      other.name === item.name &&
      other.detail === item.detail &&
      distanceKm(other, item) < TWIN_KM
    return !items.slice(0, index).some(isTwin)
  })
}

/**
 * Whether the best that was found is only similar, and lacks a number of the text or is not even listed by the service: no postcode
 * should open a guess, and “Vieux-Port” should not open Vieux Fort across the ocean. A place that the text names among other words
 * is not a guess, such as Berlin for “10115 Berlin”, unless the service does not list it: “Roma Norte” is not Rome.
 */
export function isGuess(typed: string, { found: [first] }: FoundPlaces): boolean {
  if (first?.match !== 'similar') return false
  if (first.kind === 'elsewhere') {
    const letters = typed.replaceAll(/\S*\d\S*/g, ' ')
    return ![...namesOf(first), ...first.place.names].some((name) => isSpelled(letters, name))
  }
  if (isAmongWords(first, typed)) return false
  return namesOf(first).every((name) => !hasNumbersOf(typed, name))
}

function nameOf(found: Found): string {
  return found.kind === 'zone' ? placeName(found.zone) : cityName(found.place.name, found.place.country)
}

/** The shown name, and the name in the service or the gazetteer, which may be the one that was typed. */
function namesOf(found: Found): string[] {
  return [nameOf(found), found.kind === 'zone' ? found.zone.name : found.place.name]
}

/** Shorter names in other languages are often words of their own, such as “La”. */
const NAME_AMONG_WORDS = 3

/** Whether one of its names is among the typed words; in other languages, if it is not too short. */
function isAmongWords(found: Found, typed: string): boolean {
  const names = found.kind === 'zone' ? [] : found.place.names
  const others = names.filter((name) => foldName(name).length >= NAME_AMONG_WORDS)
  return [...namesOf(found), ...others].some((name) => isShortForm(name, typed))
}

/** Whether the whole text is a name but for typing errors: “Rio de Janiero” is, although “Rio” is in it. */
function isNearly(typed: string, found: Found): boolean {
  return namesOf(found).some((name) => isNearName(foldName(typed), foldName(name)))
}

/** Whether a place without a zone is likelier meant than an airport of its name. Heathrow in Florida, with 5,000 people, is not. */
function isTown({ population }: KnownPlace): boolean {
  return population >= 10_000
}

function airportItem({ code, name, country, lat, lng }: KnownAirport): SearchItem {
  const detail = t('Airport, {country}', { country: countryName(country) })
  return { kind: 'point', key: `airport:${code}`, name: `${name} (${code})`, isNamed: true, detail, lat, lng }
}

function markOf(typed: string, found: Found, isFirst: boolean): string | null {
  const names = namesOf(found)
  if (found.match === 'similar') {
    // “Carrer de Mallorca 12, Barcelona” has the name in it, and is not like it.
    if (!isAmongWords(found, typed) || isNearly(typed, found)) return t('Similar to “{typed}”', { typed })
    // More was found of it than the city below the neighbourhood of “Gràcia, Barcelona”.
    return isFirst ? t('All that was found of “{typed}”', { typed }) : null
  }
  if (found.match !== 'exact' || isSpelled(typed, nameOf(found))) return null
  return t('Also called “{typed}”', { typed: names.find((name) => isSpelled(typed, name)) ?? typed })
}

/** Says that other places have the same name, so that nobody takes the first one for the only one. */
function markOfMany(first: Found, others: readonly Found[]): string | null {
  if (first.match !== 'exact') return null
  const isOther = (other: Found) => other.match === 'exact' && !isWithin(first, other) && !isWithin(other, first)
  return others.some(isOther) ? t('Other places have this name too') : null
}

/** Whether the first place lies in the second, as cities do in provinces named after them. */
function isWithin(place: Found, other: Found): boolean {
  return (
    place.kind === 'zone' &&
    other.kind === 'zone' &&
    place.zone.ancestors.some(({ geo_id }) => geo_id === other.zone.geo_id)
  )
}

/** Returns lines for the spellings that the service suggests. */
export function correctionItems(suggestions: readonly string[]): SearchItem[] {
  return suggestions.map((text) => ({ kind: 'correction', key: `correction:${text}`, text }))
}

/** Returns level and ancestors in one line: `Neighbourhood in Centro, Sevilla, Andalucía`. */
export function placeDetail(place: Omit<Place, 'signal'>): string {
  const within = ancestorsText(place)
  return within === ''
    ? levelLabel(place.level)
    : t('{level} in {place}', { level: levelLabel(place.level), place: within })
}

/** Returns level, ancestors and country in one line. */
export function placeWhere(place: Omit<Place, 'signal'>): string {
  return place.level === 'country' ? levelLabel('country') : `${placeDetail(place)}, ${countryName(place.country)}`
}

/** Returns all that a line says: on Apple's devices, this text is what a screen reader is given of it. */
export function itemText(item: SearchItem, records: Records): string {
  switch (item.kind) {
    case 'place': {
      const { place, mark } = item
      const signal = place.signal && signalText(place.signal, records)
      return [placeName(place), signal, placeWhere(place), mark].filter(Boolean).join(', ')
    }
    case 'recent':
      return `${placeName(item.place)}, ${placeWhere(item.place)}`
    case 'elsewhere':
      return `${item.name}, ${elsewhereDetail(item)}`
    case 'point':
      return `${item.name}, ${item.detail}`
    case 'cell':
      return t('Cell {id}', { id: item.cell })
    case 'correction':
      return t('Did you mean {text}?', { text: item.text })
  }
}

/** Returns what stands beside the name of a place without a zone, where there may be figures all the same. */
export function elsewhereDetail({ mark, country }: { mark: string | null; country: string }): string {
  return [mark, countryName(country), t('not listed by the service')].filter(Boolean).join(', ')
}

function uniqueByKey(items: readonly SearchItem[]): SearchItem[] {
  return [...new Map(items.map((item) => [item.key, item])).values()]
}
