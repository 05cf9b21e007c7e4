import { shownName } from '../../../domain/names/shown-name.ts'
import { parsePoint } from './number-parts.ts'

/** A point that the viewer looked for: a place of the world that the service has no zone for, an address or coordinates. */
export interface FoundPoint {
  readonly lat: number
  readonly lng: number
  /** Lower-case alpha-2 of a place without a zone; null for any other point. */
  readonly country: string | null
  /** Null for coordinates. */
  readonly name: string | null
}

const NAME_MAX = 80

/** Reads `52.52,13.41,de:Berlin`, `52.52,13.41:Unter den Linden 1` or `52.52,13.41`; null for anything else. */
export function parseFound(raw: string | null): FoundPoint | null {
  const [, numbers = '', country, text = ''] = /^([^,]*,[^,:]*)(?:,([a-z]{2}))?(?::(.*))?$/su.exec(raw ?? '') ?? []
  const point = parsePoint(numbers)
  const name = shownName(text, NAME_MAX)
  // A place has a name; without one, the page could not describe a point with only a country.
  if (point === null || (country !== undefined && name === null)) return null
  return { ...point, country: country ?? null, name }
}

/** Writes what `parseFound` reads. */
export function foundText({ lat, lng, country, name }: FoundPoint): string {
  const place = country === null ? '' : `,${country}`
  return `${lat.toFixed(5)},${lng.toFixed(5)}${place}${name === null ? '' : `:${name}`}`
}

/** Returns what a point is called; its coordinates where it has no name. */
export function foundName({ lat, lng, name }: FoundPoint): string {
  return name ?? `${Number(lat.toFixed(5))}, ${Number(lng.toFixed(5))}`
}
