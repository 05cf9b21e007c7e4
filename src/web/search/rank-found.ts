import type { ReceivedZone } from '../../contract/geo.ts'
import type { KnownPlace } from '../../contract/known-places.ts'
import { foldName } from '../../domain/fold-name.ts'
import { readingsOf } from '../../domain/name-context.ts'
import {
  isSurelyNamed,
  leastSlips,
  MATCHES,
  matchName,
  type NamedPlace,
  type NameMatch,
} from '../../domain/name-match.ts'
import { foldedNames, isShortForm, isSpelled, spellingsOf } from '../../domain/spellings.ts'

/** A found place with what its name has to do with the typed text. */
export type Found =
  | { readonly kind: 'zone'; readonly zone: ReceivedZone; readonly match: NameMatch }
  /** A place of the world that the service has no zone for. */
  | { readonly kind: 'elsewhere'; readonly place: KnownPlace; readonly match: NameMatch }

/** So many places without a zone are shown, and fewer beside zones of the same name. */
const ELSEWHERE = 3
const ELSEWHERE_BESIDE_ZONES = 2

/**
 * Orders what any service answered, with the places of the world that it has no zone for: exact names in any language, then
 * beginnings, names in context, similar names. Among equal names zones with figures come first, and among similar ones the
 * nearest names; a city comes before the province or region that is named after it; otherwise the service's order stays. One
 * `geo_id` appears once.
 */
export function rankFound(typed: string, zones: readonly ReceivedZone[], known: readonly KnownPlace[]): Found[] {
  const unique = [...new Map(zones.map((zone) => [zone.geo_id, zone])).values()]
  // The names that are typed, if not in another language; beside words that say where, one of several.
  const whole = new Set(spellingsOf(typed))
  const inContext = new Set(readingsOf(typed).flatMap(({ name }) => spellingsOf(name)))
  const judged = unique.map((zone, order) => {
    const named = namedZone(zone, known)
    const match = matchName(typed, named)
    const own = match === 'context' ? inContext : whole
    const isOther = foldedNames(zone.name).some((name) => own.has(name)) ? 0 : 1
    return { zone, order, isOther, match, slips: leastSlips(typed, named) }
  })
  judged.sort(
    (a, b) =>
      MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
      (isExact(a.match) ? a.isOther - b.isOther : 0) ||
      (isExact(a.match) ? lacking(a.zone) - lacking(b.zone) : a.match === 'similar' ? a.slips - b.slips : 0) ||
      a.order - b.order,
  )
  const found = citiesFirst(judged).map(({ zone, match }): Found => ({ kind: 'zone', zone, match }))
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
  const isSure =
    !exact.some((each) => each.kind === 'zone' && isSurelyZone(typed, each.zone, known)) &&
    missing.some((place) => isSurely(typed, place))
  if (certain.length > 0 && !isSure)
    return [...certain, ...elsewhere.slice(0, ELSEWHERE_BESIDE_ZONES), ...found.slice(certain.length)]
  const first = elsewhere.slice(0, ELSEWHERE)
  if (first.length > 0) return [...first, ...found]
  return mergeSimilar(typed, found, missing.map(elsewhereOf))
}

/** Who types "Barcelona" means the city: it moves before the areas around it that have its name. */
function citiesFirst<Row extends { readonly zone: ReceivedZone }>(rows: readonly Row[]): Row[] {
  const ordered = [...rows]
  for (const row of rows.filter(({ zone }) => zone.level === 'city')) {
    const around = new Set(
      row.zone.ancestors
        .filter(({ level, name }) => level !== 'country' && foldName(name) === foldName(row.zone.name))
        .map(({ geo_id }) => geo_id),
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

/**
 * The same of a zone, which has no number of people itself. A short form of its name counts unless another place of that name has
 * more people.
 */
function isSurelyZone(typed: string, zone: ReceivedZone, known: readonly KnownPlace[]): boolean {
  if (isSpelled(typed, zone.name)) return true
  const most = Math.max(0, ...known.filter(({ name }) => isSpelled(typed, name)).map(({ population }) => population))
  const itself = known.filter((place) => isSamePlace(zone, place) && isSurely(typed, place))
  return itself.some((place) => !isShortForm(typed, place.name) || place.population >= most)
}

/** The known places that none of the zones is. */
export function placesWithoutZone(zones: readonly ReceivedZone[], known: readonly KnownPlace[]): KnownPlace[] {
  return known.filter((place) => !zones.some((zone) => isSamePlace(zone, place)))
}

/** Whether a zone has one of a known place's names, in its country. */
export function isSamePlace({ name, country }: Pick<ReceivedZone, 'name' | 'country'>, place: KnownPlace): boolean {
  return country === place.country && place.names.includes(foldName(name))
}

/** How a text names a zone; known places say what it is called in other languages. */
export function matchZone(typed: string, zone: ReceivedZone, known: readonly KnownPlace[]): NameMatch {
  return matchName(typed, namedZone(zone, known))
}

function namedZone(zone: ReceivedZone, known: readonly KnownPlace[]): NamedPlace {
  const others = known.filter((place) => isSamePlace(zone, place)).flatMap(({ names }) => names)
  return { name: zone.name, country: zone.country, around: zone.ancestors.map(({ name }) => name), others }
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
  const isNearer = zone.match === 'similar' && slipsOf(typed, place) < slipsOf(typed, zone)
  return isNearer ? [place, ...found] : [...found, place]
}

function slipsOf(typed: string, found: Found): number {
  const place =
    found.kind === 'zone'
      ? { name: found.zone.name, others: [] }
      : { name: found.place.name, others: found.place.names }
  return leastSlips(typed, place)
}
