import type { KnownPlace } from '../../../contract/known-places.ts'
import type { ReceivedZone } from '../../../contract/service/geo.ts'
import { foldName } from '../../../domain/names/fold-name.ts'
import { isLarge, isSurelyNamed, likelihood } from '../../../domain/names/name-match.ts'
import { isShortForm, isSpelled } from '../../../domain/names/spellings.ts'
import { isSamePlace, otherNamesOfRegion } from './zone-names.ts'

/** Whether the text is a place's own name, or a large place's name in another language; either comes before beginnings of names. */
export function isSurely(typed: string, place: KnownPlace): boolean {
  return place.match === 'exact' && isSurelyNamed(typed, place)
}

/** Fewer letters than this are more often the beginning of a name than a name in another language. */
const FOREIGN_NAME = 5

/**
 * Whether a place without a zone comes before zones with figures whose names only begin with the text: a large one, as Graz,
 * but no village, as Par in Cornwall for somebody who is about to type Paris.
 */
export function outweighsBeginnings(typed: string, place: KnownPlace): boolean {
  return isLarge(place) && (isSpelled(typed, place.name) || foldName(typed).length >= FOREIGN_NAME)
}

/** How many times likelier a place without a zone must be to come before zones of its name without figures. */
const FAR_LIKELIER = 5

/** Whether the text likely means a place rather than one of the zones with its name: Lima in Peru, not Lima in Ohio. */
export function isFarLikelier(
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
 * A zone with figures is meant by any of its names if it has at least this many people, and this many times those of every rival:
 * Girona for “Gerona”.
 */
const KNOWN_TOWN = 50_000
const FAR_LARGER = 2

/**
 * Whether the text surely means a zone. Services give no population for zones, so the known place that it is decides. A short form
 * of its name counts unless another place of that name has more people. A name in another language counts unless a place without a
 * zone is likelier: Syracuse was once called Milan. Where the text is another language's name for both, figures speak for the zone,
 * unless the other place has many times its population.
 */
export function isSurelyZone(
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
  const least = Math.max(KNOWN_TOWN, ...rivals.map(({ population }) => FAR_LARGER * population))
  const isFarLarger = ({ match, population }: KnownPlace) => match === 'exact' && population >= least
  const isLong = foldName(typed).length >= FOREIGN_NAME
  if (isLong && lacking(zone) === 0 && known.some((place) => isSamePlace(zone, place) && isFarLarger(place)))
    return true
  return itself.some((place) =>
    isShortForm(typed, place.name) ? place.population >= most : likelihood(typed, place) >= likeliest,
  )
}

/** What a zone lacks: 0 nothing, 1 figures, 2 listings too. */
export function lacking({ current_period, prices_available }: ReceivedZone): number {
  return !prices_available ? 2 : current_period === null ? 1 : 0
}
