import type { ReceivedZone } from '../../contract/service/geo.ts'
import { LEVELS, type Level } from '../../domain/place.ts'
import { ancestorsOf, type Place, placeOfZone } from '../free/geo.ts'

export interface PlaceLink {
  readonly geo_id: string
  readonly name: string
  readonly level: Level
  readonly country: string
  /** The place from the look-up; null for one listed only among the ancestors. */
  readonly known: Place | null
}

/** Returns each zone and each ancestor once, fine to coarse. */
export function placesOf(zones: readonly ReceivedZone[]): PlaceLink[] {
  const links = new Map<string, PlaceLink>()
  for (const zone of zones) for (const above of ancestorsOf(zone)) links.set(above.geo_id, { ...above, known: null })
  for (const zone of zones) links.set(zone.geo_id, { ...zone, known: placeOfZone(zone) })
  return [...links.values()].sort((a, b) => rankOf(b) - rankOf(a))
}

/** The finest level whose places may hold a whole cell of a resolution: a neighbourhood has about 1 km². */
function finestAround(resolution: number): Level {
  if (resolution <= 5) return 'province'
  return resolution <= 7 ? 'city' : 'microzone'
}

/**
 * Returns the places that contain a cell, fine to coarse. A look-up of a coarse cell also finds places that are smaller than
 * it, which are left out unless the service names the cell after one. Where it finds only such places, the coarsest is kept.
 */
export function placesAround(
  zones: readonly ReceivedZone[],
  { resolution, name }: { resolution: number; name: string | null },
): PlaceLink[] {
  const places = placesOf(zones)
  const named = places.findLast((place) => place.name === name)
  const finest = Math.max(LEVELS.indexOf(finestAround(resolution)), named ? rankOf(named) : 0)
  const around = places.filter((place) => rankOf(place) <= finest)
  return around.length > 0 ? around : places.slice(-1)
}

function rankOf({ level }: Pick<PlaceLink, 'level'>): number {
  return LEVELS.indexOf(level)
}
