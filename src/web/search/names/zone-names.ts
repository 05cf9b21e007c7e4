import type { KnownPlace } from '../../../contract/known-places.ts'
import type { ReceivedZone } from '../../../contract/service/geo.ts'
import { foldName } from '../../../domain/names/fold-name.ts'
import { matchName, type NamedPlace, type NameMatch } from '../../../domain/names/name-match.ts'
import { namesOfRegion } from '../../../domain/names/region-names.ts'

/** A known place and the text that names it beside another name, a code or another language's word: "nyc" in "soho nyc". */
export interface CalledPlace {
  readonly text: string
  readonly place: KnownPlace
}

/** The known places that are not among the zones. */
export function placesWithoutZone(zones: readonly ReceivedZone[], known: readonly KnownPlace[]): KnownPlace[] {
  return known.filter((place) => !zones.some((zone) => isSamePlace(zone, place)))
}

/** Whether a zone has one of a known place's names, in its country. */
export function isSamePlace({ name, country }: Pick<ReceivedZone, 'name' | 'country'>, place: KnownPlace): boolean {
  return country === place.country && place.names.includes(foldName(name))
}

/** How a text names a zone. Known places give its names, and those of the places around it, in other languages. */
export function matchZone(
  typed: string,
  zone: ReceivedZone,
  known: readonly KnownPlace[],
  called: readonly CalledPlace[] = [],
): NameMatch {
  return matchName(typed, namedZone(zone, known, called))
}

/** A zone with all its names, and those of the places that it lies in. */
export function namedZone(
  zone: ReceivedZone,
  known: readonly KnownPlace[],
  called: readonly CalledPlace[],
): NamedPlace {
  const others = known.filter((place) => isSamePlace(zone, place)).flatMap(({ names }) => names)
  const own = zone.ancestors.map(({ name }) => name)
  const isIn = (place: KnownPlace) => own.some((name) => isSamePlace({ name, country: zone.country }, place))
  const around = [...own, ...called.flatMap(({ text, place }) => (isIn(place) ? [text] : []))]
  return { name: zone.name, country: zone.country, around, others: [...others, ...otherNamesOfRegion(zone)] }
}

/** A region's or province's names in other languages, folded. */
export function otherNamesOfRegion({ level, country, name }: ReceivedZone): readonly string[] {
  return level === 'region' || level === 'province' ? namesOfRegion(country, name) : []
}

/** Whether a text names a place exactly, alone or with words that say where it is. */
export function isExact(match: NameMatch): boolean {
  return match === 'exact' || match === 'context'
}
