import type { KnownPlace } from '../../../contract/known-places.ts'
import type { ReceivedZone } from '../../../contract/service/geo.ts'
import { foldName } from '../../../domain/names/fold-name.ts'
import { readingsOf } from '../../../domain/names/name-context.ts'
import {
  isLarge,
  leastSlips,
  MATCHES,
  matchName,
  type NamedPlace,
  type NameMatch,
  slipsBeside,
} from '../../../domain/names/name-match.ts'
import { areAmongWords, isShortForm, isSpelled } from '../../../domain/names/spellings.ts'
import { isFarLikelier, isSurely, isSurelyZone, lacking, outweighsBeginnings } from './surely-meant.ts'
import { type CalledPlace, isExact, isSamePlace, namedZone, placesWithoutZone } from './zone-names.ts'

/** A found place, and how its name matches the typed text. */
export type Found =
  | { readonly kind: 'zone'; readonly zone: ReceivedZone; readonly match: NameMatch }
  /** A place of the world that the service has no zone for. */
  | { readonly kind: 'elsewhere'; readonly place: KnownPlace; readonly match: NameMatch }

/** How many places without a zone are shown: alone, and beside zones of the same name. */
const ELSEWHERE = 3
const ELSEWHERE_BESIDE_ZONES = 2

/**
 * Orders a service's zones together with the places of the world that it has no zone for: exact names in any language first, then
 * beginnings, names in context and similar names. Zones of one name with figures come before those without, and nearer names
 * before less similar ones. A city comes before the province or region named after it. Otherwise the service's order stays. Each
 * `geo_id` appears once.
 */
export function rankFound(
  typed: string,
  zones: readonly ReceivedZone[],
  known: readonly KnownPlace[],
  called: readonly CalledPlace[] = [],
): Found[] {
  const unique = [...new Map(zones.map((zone) => [zone.geo_id, zone])).values()]
  // Words that say where can be split from the name in several ways.
  const inContext = readingsOf(typed).map(({ name }) => name)
  const judged = unique.map((zone, order) => {
    const named = namedZone(zone, known, called)
    const match = matchName(typed, named)
    const isOther = otherness(zone.name, match === 'context' ? inContext : [typed])
    return { zone, order, isOther, match, slips: slipsIn(typed, named) }
  })
  if (judged.some(({ match, zone }) => match === 'beginning' && lacking(zone) === 0)) {
    for (const each of judged) if (isHardlyMeant(typed, each)) each.match = 'similar'
  }
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
  // A known place with the whole text as its name is likelier than a name with words that say where.
  const certain =
    exact.length > 0 ? exact : found.filter(({ match }) => match === 'beginning' || (match === 'context' && !isKnown))
  const elsewhere = missing
    .filter(({ match }) => match !== 'similar')
    .toSorted((a, b) => Number(isSurely(typed, b)) - Number(isSurely(typed, a)))
    .map(elsewhereOf)
  const isBeginning = found.some(
    (each) => each.kind === 'zone' && each.match === 'beginning' && lacking(each.zone) === 0,
  )
  const rivals = missing.filter(
    (place) => isSurely(typed, place) && (!isBeginning || outweighsBeginnings(typed, place)),
  )
  const isSure =
    rivals.length > 0 &&
    !exact.some((each) => each.kind === 'zone' && isSurelyZone(typed, each.zone, { known, rivals }))
  // Beside a place of that name, a similar one is known only where it is far likelier: Barcelona for “barcalona”.
  const slip = known.some(({ match }) => match !== 'similar') && known.find(({ match }) => match === 'similar')
  if (certain.length > 0 && !isSure) {
    const exactZones = exact.flatMap((each) => (each.kind === 'zone' ? [each.zone] : []))
    const rival =
      rivals.find((place) => isFarLikelier(typed, place, exactZones, known)) ??
      missing.find((place) => isLikelierAbroad(typed, place, exactZones, known))
    const larger = elsewhere.filter((each) => each.kind === 'elsewhere' && each.place === rival)
    const others = elsewhere.filter((each) => !larger.includes(each))
    const below = slip && missing.includes(slip) ? [elsewhereOf(slip)] : []
    return [...larger, ...certain, ...others.slice(0, ELSEWHERE_BESIDE_ZONES), ...below, ...found.slice(certain.length)]
  }
  const first = elsewhere.slice(0, ELSEWHERE)
  if (first.length === 0) return mergeSimilar(typed, found, missing.map(elsewhereOf))
  const meant = slip ? foundOf(slip, found) : []
  return [...meant, ...first, ...found.filter((each) => !meant.includes(each))]
}

/** Whether a large place is likelier meant than zones that are called so abroad, too: Rome in Italy for “Roma”, not the one in Georgia. */
function isLikelierAbroad(
  typed: string,
  place: KnownPlace,
  zones: readonly ReceivedZone[],
  known: readonly KnownPlace[],
): boolean {
  if (zones.length === 0 || !isLarge(place) || !isSurely(typed, place)) return false
  return !zones.some((zone) => isSurelyZone(typed, zone, { known, rivals: [place] }))
}

/** Fewer letters than this are more often a name that is being typed than a whole name in another language: "gra" is one of Gera. */
const WHOLE_FOREIGN_NAME = 4

function isHardlyMeant(
  typed: string,
  { zone, match, isOther }: { zone: ReceivedZone; match: NameMatch; isOther: number },
) {
  const text = foldName(typed)
  return match === 'exact' && isOther === 2 && text.length < WHOLE_FOREIGN_NAME && !foldName(zone.name).startsWith(text)
}

/** How far a name is from the typed ones: 0 for the same name, 1 for another spelling, 2 for a name in another language. */
function otherness(name: string, typed: readonly string[]): 0 | 1 | 2 {
  if (typed.some((text) => foldName(text) === foldName(name))) return 0
  return typed.some((text) => isSpelled(text, name)) ? 1 : 2
}

/** Moves a zone with figures to the front if all zones with exactly the typed name lack them and are far smaller: Sydney for "Sídney". */
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
 * Moves a city before the areas around it that share its name, because people who type "Barcelona" mean the city. The same holds
 * where the text is another name of both, as "New York City" lies in New York.
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
    // Either the city is also called like its region, as Paris is called Île-de-France, or the region is named after it.
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

function elsewhereOf(place: KnownPlace): Found {
  return { kind: 'elsewhere', place, match: place.match }
}

/** The zones of a known place, or the place itself where the service has none. */
function foundOf(place: KnownPlace, found: readonly Found[]): Found[] {
  const zones = found.filter((each) => each.kind === 'zone' && isSamePlace(each.zone, place))
  return zones.length > 0 ? zones : [elsewhereOf(place)]
}

/** Puts the most similar place of the gazetteer before the zones if its name is nearer to the text than theirs. */
function mergeSimilar(typed: string, found: readonly Found[], elsewhere: readonly Found[]): Found[] {
  const [place] = elsewhere
  const [zone] = found
  if (!place) return [...found]
  if (!zone) return elsewhere.slice(0, ELSEWHERE)
  const isNamesake = zone.kind === 'zone' && place.kind === 'elsewhere' && isSpelled(place.place.name, zone.zone.name)
  const isNearer = zone.match === 'similar' && !isNamesake && slipsOf(typed, place) < slipsOf(typed, zone)
  return isNearer ? [place, ...found] : [...found, place]
}

/** The most typing errors that a name counts with when it is among the typed words, or they are all among its own. */
export const AMONG_WORDS = 2

function slipsIn(typed: string, named: NamedPlace): number {
  const slips = Math.min(leastSlips(typed, named), slipsBeside(typed, named))
  return isShortForm(named.name, typed) || areAmongWords(typed, named.name) ? Math.min(AMONG_WORDS, slips) : slips
}

/** The typing errors between a text and a found place. */
export function slipsOf(typed: string, found: Found): number {
  if (found.kind === 'zone') return slipsIn(typed, namedZone(found.zone, [], []))
  const { name, country, names: others } = found.place
  return slipsIn(typed, { name, country, around: [], others })
}
