import { LEVELS, type Level, ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'
import type { Place } from '../free/geo.ts'
import type { PlacePage, PlacePageName } from '../free/place-pages.ts'

/** Which pages of a place's children are wanted. */
export interface ChildPlacesWanted {
  /** Null for the root, whose children are the countries. */
  readonly parent: { readonly geo_id: string; readonly level: Level } | null
  /** Shows places down to this level; null for all. */
  readonly finest: ZoneLevel | null
  /** How many full pages to read before the reader asks for more. */
  readonly pages: number
}

/** What is known of a place's children. */
export interface ChildPlaces {
  readonly places: readonly Place[]
  /** Those that were read, and the next where it is wanted now. */
  readonly pages: readonly PlacePageName[]
  /** `loading`: the last page has not arrived. `more`: there are more pages, which nobody has requested. */
  readonly end: 'loading' | 'more' | 'complete'
  /** How many full pages were wanted. */
  readonly wanted: number
}

/** Returns a loaded page; undefined for one that is not here. */
export type PageOf = (name: PlacePageName) => PlacePage | undefined

/**
 * Reads a place's children from the loaded pages. Where only some levels are wanted and the children fill several pages,
 * the service is asked for each of these levels alone, so that pages without a wanted place are never followed.
 */
export function readChildPlaces({ parent, finest, pages: wanted }: ChildPlacesWanted, pageOf: PageOf): ChildPlaces {
  const geo_id = parent?.geo_id ?? null
  const whole = parent === null || finest === null
  const first = { parent: geo_id, level: null, page: 1 }
  if (whole) return readLevels([null], { geo_id, wanted }, pageOf)
  const page = pageOf(first)
  if (page === undefined) return { places: [], pages: [first], end: 'loading', wanted }
  if (page.isLast) {
    const places = page.places.filter(({ level }) => isUpTo(level, finest))
    return { places, pages: [first], end: 'complete', wanted }
  }
  const below = readLevels(levelsBetween(parent.level, finest), { geo_id, wanted }, pageOf)
  return { ...below, pages: [first, ...below.pages] }
}

/** True for a level that is as coarse as another, or coarser. */
function isUpTo(level: Level, other: Level): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(other)
}

function levelsBetween(above: Level, finest: ZoneLevel): ZoneLevel[] {
  return ZONE_LEVELS.filter((level) => !isUpTo(level, above) && isUpTo(level, finest))
}

/** What has been read so far. */
interface Reading {
  readonly places: Map<string, Place>
  readonly pages: PlacePageName[]
  /** How many more full pages are wanted. */
  left: number
}

function readLevels(
  levels: readonly (ZoneLevel | null)[],
  { geo_id, wanted }: { geo_id: string | null; wanted: number },
  pageOf: PageOf,
): ChildPlaces {
  const reading: Reading = { places: new Map(), pages: [], left: wanted }
  let end: ChildPlaces['end'] = 'complete'
  for (const level of levels) {
    end = readLevel(reading, { parent: geo_id, level }, pageOf)
    if (end !== 'complete') break
  }
  return { places: [...reading.places.values()], pages: reading.pages, end, wanted }
}

/** Reads the pages of a level, or of all levels together. */
function readLevel(reading: Reading, of: Omit<PlacePageName, 'page'>, pageOf: PageOf): ChildPlaces['end'] {
  const { places, pages } = reading
  for (let page = 1; ; page++) {
    if (reading.left === 0) return 'more'
    const name = { ...of, page }
    pages.push(name)
    const read = pageOf(name)
    if (read === undefined) return 'loading'
    const before = places.size
    // A service that ignores the level sends every child each time.
    const own = of.level === null ? read.places : read.places.filter(({ level }) => level === of.level)
    for (const place of own) if (!places.has(place.geo_id)) places.set(place.geo_id, place)
    if (read.isLast) return 'complete'
    reading.left--
    // A service that ignores the page sends the same one again and again.
    if (page > 1 && places.size === before) return 'complete'
  }
}
