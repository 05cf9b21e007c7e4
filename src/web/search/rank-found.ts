import type { ReceivedZone } from '../../contract/geo.ts'
import type { KnownPlace } from '../../contract/known-places.ts'
import { foldName } from '../../domain/fold-name.ts'
import { readingsOf } from '../../domain/name-context.ts'
import {
  isLarge,
  isSurelyNamed,
  leastSlips,
  likelihood,
  MATCHES,
  matchName,
  type NamedPlace,
  type NameMatch,
} from '../../domain/name-match.ts'
import { namesOfRegion } from '../../domain/region-names.ts'
import { isShortForm, isSpelled } from '../../domain/spellings.ts'

/** A found place with what its name has to do with the typed text. */
export type Found =
  | { readonly kind: 'zone'; readonly zone: ReceivedZone; readonly match: NameMatch }
  /** A place of the world that the service has no zone for. */
  | { readonly kind: 'elsewhere'; readonly place: KnownPlace; readonly match: NameMatch }

/** A known place that words beside a name call by a code or in another language: "nyc". */
export interface CalledPlace {
  readonly text: string
  readonly place: KnownPlace
}

/** So many places without a zone are shown, and fewer beside zones of the same name. */
const ELSEWHERE = 3
const ELSEWHERE_BESIDE_ZONES = 2

/**
 * Orders what any service answered, with the places of the world that it has no zone for: exact names in any language, then
 * beginnings, names in context, similar names. Among equal names zones with figures come first, and among similar ones the
 * nearest names; a city comes before the province or region that is named after it; otherwise the service's order stays. One
 * `geo_id` appears once.
 */
export function rankFound(
  typed: string,
  zones: readonly ReceivedZone[],
  known: readonly KnownPlace[],
  called: readonly CalledPlace[] = [],
): Found[] {
  const unique = [...new Map(zones.map((zone) => [zone.geo_id, zone])).values()]
  // The names that are typed; beside words that say where, one of several.
  const inContext = readingsOf(typed).map(({ name }) => name)
  const judged = unique.map((zone, order) => {
    const named = namedZone(zone, known, called)
    const match = matchName(typed, named)
    const isOther = otherness(zone.name, match === 'context' ? inContext : [typed])
    return { zone, order, isOther, match, slips: slipsIn(typed, named) }
  })
  judged.sort(
    (a, b) =>
      MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
      (isExact(a.match) ? a.isOther - b.isOther : 0) ||
      (isExact(a.match) ? lacking(a.zone) - lacking(b.zone) : a.match === 'similar' ? a.slips - b.slips : 0) ||
      a.order - b.order,
  )
  const ordered = largeFirst(typed, judged, known)
  const found = citiesFirst(typed, ordered, known).map(({ zone, match }): Found => ({ kind: 'zone', zone, match }))
  const exact = found.filter(({ match }) => match === 'exact')
  const missing = placesWithoutZone(unique, known)
  const isKnown = missing.some(({ match }) => match === 'exact')
  // A name of a place, whoever calls it so, says more than a name and a word that says where.
  const certain =
    exact.length > 0 ? exact : found.filter(({ match }) => match === 'beginning' || (match === 'context' && !isKnown))
  const elsewhere = missing
    .filter(({ match }) => match !== 'similar')
    .toSorted((a, b) => Number(isSurely(typed, b)) - Number(isSurely(typed, a)))
    .map(elsewhereOf)
  const rivals = missing.filter((place) => isSurely(typed, place))
  const isSure =
    rivals.length > 0 &&
    !exact.some((each) => each.kind === 'zone' && isSurelyZone(typed, each.zone, { known, rivals }))
  if (certain.length > 0 && !isSure) {
    const exactZones = exact.flatMap((each) => (each.kind === 'zone' ? [each.zone] : []))
    const rival = rivals.find((place) => isFarLikelier(typed, place, exactZones, known))
    const larger = elsewhere.filter((each) => each.kind === 'elsewhere' && each.place === rival)
    const others = elsewhere.filter((each) => !larger.includes(each))
    return [...larger, ...certain, ...others.slice(0, ELSEWHERE_BESIDE_ZONES), ...found.slice(certain.length)]
  }
  const first = elsewhere.slice(0, ELSEWHERE)
  if (first.length > 0) return [...first, ...found]
  return mergeSimilar(typed, found, missing.map(elsewhereOf))
}

/** How far a name is from the typed ones: 0 is one of them as it is, 1 another spelling, 2 a name in another language. */
function otherness(name: string, typed: readonly string[]): 0 | 1 | 2 {
  if (typed.some((text) => foldName(text) === foldName(name))) return 0
  return typed.some((text) => isSpelled(text, name)) ? 1 : 2
}

/** Puts a zone with figures first that is far larger than those of its very name, none of which has any: Sydney for "Sídney". */
function largeFirst<Row extends { readonly zone: ReceivedZone; readonly match: NameMatch }>(
  typed: string,
  rows: readonly Row[],
  known: readonly KnownPlace[],
): readonly Row[] {
  const exact = rows.filter(({ match }) => match === 'exact')
  const own = exact.filter(({ zone }) => isSpelled(typed, zone.name))
  const isFar = ({ zone }: Row) =>
    known.some(
      (place) =>
        isSamePlace(zone, place) &&
        isFarLikelier(
          typed,
          place,
          own.map(({ zone }) => zone),
          known,
        ),
    )
  const larger = exact.find((row) => !own.includes(row) && lacking(row.zone) === 0 && isFar(row))
  return larger === undefined ? rows : [larger, ...rows.filter((row) => row !== larger)]
}

/**
 * Who types "Barcelona" means the city: it moves before the areas around it that have its name, or another name that the text is
 * ("New York City" in New York).
 */
function citiesFirst<Row extends { readonly zone: ReceivedZone }>(
  typed: string,
  rows: readonly Row[],
  known: readonly KnownPlace[],
): Row[] {
  const ordered = [...rows]
  for (const row of rows.filter(({ zone }) => zone.level === 'city')) {
    const { name: own, country, ancestors } = row.zone
    const isMeant = (place: KnownPlace) => place.match === 'context' || isSurely(typed, place)
    const itself = known.find((place) => isSamePlace(row.zone, place) && isMeant(place))
    const names = [own, ...(itself?.names ?? [])]
    // A city is called like its region, as Île-de-France is a name of Paris, or gave it its name, as New York City did.
    const isRatherIt = (name: string) =>
      names.some((each) => foldName(each) !== foldName(name) && isShortForm(name, each))
    const isCalledSo = (name: string) =>
      foldName(name) === foldName(own) ||
      (itself !== undefined && isSamePlace({ name, country }, itself) && (!isSpelled(typed, name) || isRatherIt(name)))
    const around = new Set(
      ancestors.filter(({ level, name }) => level !== 'country' && isCalledSo(name)).map(({ geo_id }) => geo_id),
    )
    const [from, to] = [ordered.indexOf(row), ordered.findIndex(({ zone }) => around.has(zone.geo_id))]
    if (to !== -1 && to < from && lacking(row.zone) <= lacking((ordered[to] as Row).zone)) {
      ordered.splice(to, 0, ...ordered.splice(from, 1))
    }
  }
  return ordered
}

/** Whether the text is a place's own name, or that of a large one in another language: beginnings come after it. */
function isSurely(typed: string, place: KnownPlace): boolean {
  return place.match === 'exact' && isSurelyNamed(typed, place)
}

/** A place without a zone comes before zones of its name that have no figures either if it is so many times likelier. */
const FAR_LIKELIER = 5

/** Whether a place is meant rather than one of the zones that are called so, as Lima is rather than Lima in Ohio. */
function isFarLikelier(
  typed: string,
  place: KnownPlace,
  zones: readonly ReceivedZone[],
  known: readonly KnownPlace[],
): boolean {
  if (zones.length === 0 || zones.some((zone) => lacking(zone) === 0) || !isLarge(place)) return false
  const towns = known.filter((town) => zones.some((zone) => isSamePlace(zone, town)))
  return towns.every((town) => likelihood(typed, place) >= FAR_LIKELIER * likelihood(typed, town))
}

/**
 * The same of a zone, which has no number of people itself. A short form of its name counts unless another place of that name has
 * more people, and a name in another language unless one of the places without a zone is likelier meant: Syracuse was once Milan.
 * Where it is another language's name of both, the zone's figures count for it, unless the other place is many times as populous.
 */
function isSurelyZone(
  typed: string,
  zone: ReceivedZone,
  { known, rivals }: { known: readonly KnownPlace[]; rivals: readonly KnownPlace[] },
): boolean {
  if (isSpelled(typed, zone.name) || otherNamesOfRegion(zone).includes(foldName(typed))) return true
  const most = Math.max(0, ...known.filter(({ name }) => isSpelled(typed, name)).map(({ population }) => population))
  const weight = (place: KnownPlace) =>
    likelihood(typed, place) / (lacking(zone) > 0 || isSpelled(typed, place.name) ? 1 : FAR_LIKELIER)
  const likeliest = Math.max(0, ...rivals.map(weight))
  const itself = known.filter((place) => isSamePlace(zone, place) && isSurely(typed, place))
  return itself.some((place) =>
    isShortForm(typed, place.name) ? place.population >= most : likelihood(typed, place) >= likeliest,
  )
}

/** The known places that none of the zones is. */
export function placesWithoutZone(zones: readonly ReceivedZone[], known: readonly KnownPlace[]): KnownPlace[] {
  return known.filter((place) => !zones.some((zone) => isSamePlace(zone, place)))
}

/** Whether a zone has one of a known place's names, in its country. */
export function isSamePlace({ name, country }: Pick<ReceivedZone, 'name' | 'country'>, place: KnownPlace): boolean {
  return country === place.country && place.names.includes(foldName(name))
}

/** How a text names a zone; known places say what it, and what it lies in, is called in other languages. */
export function matchZone(
  typed: string,
  zone: ReceivedZone,
  known: readonly KnownPlace[],
  called: readonly CalledPlace[] = [],
): NameMatch {
  return matchName(typed, namedZone(zone, known, called))
}

function namedZone(zone: ReceivedZone, known: readonly KnownPlace[], called: readonly CalledPlace[]): NamedPlace {
  const others = known.filter((place) => isSamePlace(zone, place)).flatMap(({ names }) => names)
  const own = zone.ancestors.map(({ name }) => name)
  const isIn = (place: KnownPlace) => own.some((name) => isSamePlace({ name, country: zone.country }, place))
  const around = [...own, ...called.flatMap(({ text, place }) => (isIn(place) ? [text] : []))]
  return { name: zone.name, country: zone.country, around, others: [...others, ...otherNamesOfRegion(zone)] }
}

function otherNamesOfRegion({ level, country, name }: ReceivedZone): readonly string[] {
  return level === 'region' || level === 'province' ? namesOfRegion(country, name) : []
}

export function isExact(match: NameMatch): boolean {
  return match === 'exact' || match === 'context'
}

/** 0 with figures, 1 with listings, 2 without. */
function lacking({ current_period, prices_available }: ReceivedZone): number {
  return !prices_available ? 2 : current_period === null ? 1 : 0
}

function elsewhereOf(place: KnownPlace): Found {
  return { kind: 'elsewhere', place, match: place.match }
}

/** Puts the first similar place of the world where its name is nearer to the text than that of a zone. */
function mergeSimilar(typed: string, found: readonly Found[], elsewhere: readonly Found[]): Found[] {
  const [place] = elsewhere
  const [zone] = found
  if (!place) return [...found]
  if (!zone) return elsewhere.slice(0, ELSEWHERE)
  const isNamesake = zone.kind === 'zone' && place.kind === 'elsewhere' && isSpelled(place.place.name, zone.zone.name)
  const isNearer = zone.match === 'similar' && !isNamesake && slipsOf(typed, place) < slipsOf(typed, zone)
  return isNearer ? [place, ...found] : [...found, place]
}

/** The typing errors of a name; one that stands among the words is not farther than one with two of them. */
const AMONG_WORDS = 2

function slipsIn(typed: string, named: Pick<NamedPlace, 'name' | 'others'>): number {
  const slips = leastSlips(typed, named)
  return isShortForm(named.name, typed) ? Math.min(AMONG_WORDS, slips) : slips
}

function slipsOf(typed: string, found: Found): number {
  const place =
    found.kind === 'zone'
      ? { name: found.zone.name, others: [] }
      : { name: found.place.name, others: found.place.names }
  return slipsIn(typed, place)
}
