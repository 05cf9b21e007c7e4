import type { KnownAirport, KnownPlace, KnownPlaces } from '../../../contract/known-places.ts'
import { SEARCH_MIN_CHARACTERS } from '../../../contract/limits.ts'
import type { ReceivedPoint, ReceivedSearch, ReceivedZone } from '../../../contract/service/geo.ts'
import { foldName } from '../../../domain/names/fold-name.ts'
import { type NameInContext, readingsOf } from '../../../domain/names/name-context.ts'
import { hasNumbersOf } from '../../../domain/names/name-numbers.ts'
import { regionsCalled } from '../../../domain/names/region-names.ts'
import { isShortForm } from '../../../domain/names/spellings.ts'
import { locateShortPlusCode, readShortPlusCode } from '../coordinates/plus-code.ts'
import { partsOfAddress } from './address-parts.ts'
import { readKind } from './kind-of-place.ts'
import { AMONG_WORDS, type Found, rankFound, slipsOf } from './rank-found.ts'
import { type CalledPlace, isExact, isSamePlace, matchZone, placesWithoutZone } from './zone-names.ts'

/** A service's response to a name: rows, or suggestions for a name that it does not know. */
export type SearchAnswer =
  | { readonly kind: 'rows'; readonly results: ReceivedSearch['results'] }
  | { readonly kind: 'unknown'; readonly suggestions: readonly string[] }

/** The free requests of a search. */
export interface Questions {
  search(q: string): Promise<SearchAnswer>
  lookup(lat: number, lng: number): Promise<ReceivedPoint>
  known(q: string): Promise<KnownPlaces>
  /** Resolves once the viewer has paused. Only then are the parts of a text asked about, which costs many requests. */
  pause(): Promise<void>
}

export interface FoundPlaces {
  readonly found: readonly Found[]
  /** Points that the service returned; none where a place was found. */
  readonly points: readonly ReceivedPoint[]
  readonly airports: readonly KnownAirport[]
  readonly suggestions: readonly string[]
  /** The part of the text that names them, where only a word for their kind was left out. */
  readonly named?: string
}

/** How many known places are looked up when the service returned no zone for them. */
const LOOKED_UP = 2
/** How many ways to split several words are tried when the service reads them only as one name. */
const READINGS_ASKED = 2

/**
 * Finds what a text names, with any service. A text that names nothing is tried without a word for its kind of place ("Barrio de
 * Salamanca"), and without its numbers and a street ("Barcelona Gracia 08012", "Carrer de Verdi 12, Gracia, Barcelona").
 */
export async function findPlaces(typed: string, ask: Questions): Promise<FoundPlaces> {
  const found = await findNamed(typed, ask)
  if (isNamedByAny(found) || isMisspelt(typed, found)) return found
  return (await findOfKind(typed, ask)) ?? (await findInAddress(typed, found, ask)) ?? found
}

function isNamedByAny({ found, points }: FoundPlaces): boolean {
  return points.length > 0 || found.some(({ match }) => match !== 'similar')
}

/** Whether a zone is called like all of the text but for a typing error: Surry Hills for “surrey hills sydney”, not Hills District. */
function isMisspelt(typed: string, { found: [first] }: FoundPlaces): boolean {
  return first?.kind === 'zone' && slipsOf(typed, first) < AMONG_WORDS
}

/** The zones of the kind that the text says, before others of their name; null if none is of that kind. */
async function findOfKind(typed: string, ask: Questions): Promise<FoundPlaces | null> {
  const kind = readKind(typed)
  if (kind === null) return null
  await ask.pause()
  const plain = await findNamed(kind.name, ask)
  // "Marais" is Le Marais, but "Monti" is not Montigny.
  const isMeant = (each: Found) =>
    each.kind === 'zone' &&
    kind.levels.includes(each.zone.level) &&
    (isExact(each.match) || isShortForm(kind.name, each.zone.name))
  const meant = plain.found.filter(isMeant)
  if (meant.length === 0) return null
  const others = plain.found.filter((each) => isExact(each.match) && !isMeant(each))
  return { ...plain, named: kind.name, found: [...meant, ...others] }
}

/** The zones that words of an address name together, before what else was found of it; null if they name none. */
async function findInAddress(
  typed: string,
  { found: others }: FoundPlaces,
  ask: Questions,
): Promise<FoundPlaces | null> {
  for (const part of partsOfAddress(typed)) {
    await ask.pause()
    const plain = await findNamed(part, ask)
    const named = plain.found.filter(({ match }) => match === 'context')
    if (named.length === 0) continue
    const found = named.map((each): Found => ({ ...each, match: 'similar' }))
    return { ...plain, found: [...found, ...others.filter((each) => !isAmong(each, named))] }
  }
  return null
}

function isAmong(each: Found, found: readonly Found[]): boolean {
  return each.kind === 'zone' && found.some((other) => other.kind === 'zone' && other.zone.geo_id === each.zone.geo_id)
}

/**
 * Finds what a text names: the zones that the service returns, those at known places that it did not return, and, when it finds
 * nothing for several words, the zones that one of the words names and that lie where the others say.
 */
async function findNamed(typed: string, ask: Questions): Promise<FoundPlaces> {
  const point = await pointOfShortCode(typed, ask)
  if (point !== null) return { found: [], points: [point], airports: [], suggestions: [] }
  const [answer, { places, airports }] = await Promise.all([ask.search(typed), ask.known(typed)])
  const zones = answer.kind === 'rows' ? zonesIn(answer.results) : []
  let known = [...places]
  const called: CalledPlace[] = []
  if (!zones.some((zone) => isNamed(typed, zone, known))) {
    const ofKnown = await zonesOfKnown(zones, known, ask)
    zones.push(...ofKnown.map(({ zone }) => zone), ...(await regionsNamed(typed, ask)))
    known = known.map((place) => {
      const itself = ofKnown.filter((each) => each.place === place).map(({ zone }) => foldName(zone.name))
      return { ...place, names: [...new Set([...place.names, ...itself])] }
    })
    if (readingsAsked(typed).length > 0 && !zones.some((zone) => isNamed(typed, zone, known) || begins(typed, zone))) {
      await ask.pause()
      called.push(...(await placesBeside(typed, ask)))
      const inContext = await zonesInContext(typed, ask, called)
      zones.push(...inContext.map(({ zone }) => zone))
      known.push(...inContext.flatMap(({ itself }) => itself.map((place) => ({ ...place, match: 'context' as const }))))
    }
  }
  const found = rankFound(typed, zones, known, called)
  const points = answer.kind === 'rows' ? answer.results.flatMap((row) => (row.kind === 'point' ? [row] : [])) : []
  return {
    found,
    points: found.length > 0 ? [] : points,
    airports,
    suggestions: answer.kind === 'unknown' ? answer.suggestions.filter((name) => hasNumbersOf(typed, name)) : [],
  }
}

/** The point of a short plus code followed by a place, with the zones around it; null for other texts and unknown places. */
async function pointOfShortCode(typed: string, ask: Questions): Promise<ReceivedPoint | null> {
  const short = readShortPlusCode(typed)
  if (short === null) return null
  const [place] = (await ask.known(short.place)).places
  if (place === undefined || place.match === 'similar') return null
  const { lat, lng } = locateShortPlusCode(short, place)
  return { ...(await ask.lookup(lat, lng)), name: `${short.code} ${place.name}`, lat, lng }
}

function zonesIn(results: ReceivedSearch['results']): ReceivedZone[] {
  return results.flatMap((row) => (row.kind === 'zone' ? [row] : []))
}

/** The zones of known places that the service did not return, also where a zone leaves out its city: Centro for “Madrid Centro”. */
async function zonesOfKnown(
  zones: readonly ReceivedZone[],
  known: readonly KnownPlace[],
  ask: Questions,
): Promise<{ zone: ReceivedZone; place: KnownPlace }[]> {
  const missing = placesWithoutZone(zones, known)
  // At most one similar place is shown, and it is looked up, because only then is it known whether the service lists it.
  const shown = missing.some(({ match }) => match === 'similar') ? 1 : LOOKED_UP
  const found = missing.slice(0, shown).map(async (place) => {
    const around = await ask.lookup(place.lat, place.lng)
    const isIt = (zone: ReceivedZone) => isSamePlace(zone, place) || matchZone(place.name, zone, []) === 'context'
    return around.zones.filter(isIt).map((zone) => ({ zone, place }))
  })
  return (await Promise.all(found)).flat()
}

/** The regions that a text names in another language; the service is asked for their own name. */
async function regionsNamed(typed: string, ask: Questions): Promise<ReceivedZone[]> {
  const found = regionsCalled(foldName(typed)).flatMap(async ({ names: [own = typed] }) => {
    const answer = await ask.search(own)
    return answer.kind === 'rows' ? zonesIn(answer.results).filter((zone) => isNamed(typed, zone, [])) : []
  })
  return (await Promise.all(found)).flat()
}

/** The likeliest ways to split a text, without those with a single letter for a name or a number for the words that say where. */
function readingsAsked(typed: string): NameInContext[] {
  const likeliest = readingsOf(typed)
    .filter(({ isOpen }) => !isOpen)
    .slice(0, READINGS_ASKED)
  const isAName = (text: string) => text.length >= SEARCH_MIN_CHARACTERS && /\p{L}/u.test(text)
  return likeliest.filter(({ name, context }) => name.length >= SEARCH_MIN_CHARACTERS && isAName(context))
}

/** The zones that some of the words name and that lie where the others say, each with the known places that are the same. */
async function zonesInContext(
  typed: string,
  ask: Questions,
  called: readonly CalledPlace[],
): Promise<{ zone: ReceivedZone; itself: KnownPlace[] }[]> {
  const found = readingsAsked(typed).map(async ({ name }) => {
    const [answer, { places }] = await Promise.all([ask.search(name), ask.known(name)])
    if (answer.kind === 'unknown') return []
    return zonesIn(answer.results)
      .map((zone) => ({ zone, itself: places.filter((place) => isSamePlace(zone, place)) }))
      .filter(({ zone, itself }) => isNamed(typed, zone, itself, called))
  })
  return (await Promise.all(found)).flat()
}

/** The known places that the words beside a name mean. */
async function placesBeside(typed: string, ask: Questions): Promise<CalledPlace[]> {
  const found = readingsAsked(typed).map(async ({ context }) => {
    const { places } = await ask.known(context)
    return places.flatMap((place) => (isExact(place.match) ? [{ text: context, place }] : []))
  })
  return (await Promise.all(found)).flat()
}

function isNamed(
  typed: string,
  zone: ReceivedZone,
  known: readonly KnownPlace[],
  called: readonly CalledPlace[] = [],
): boolean {
  return isExact(matchZone(typed, zone, known, called))
}

function begins(typed: string, zone: ReceivedZone): boolean {
  return matchZone(typed, zone, []) === 'beginning'
}
