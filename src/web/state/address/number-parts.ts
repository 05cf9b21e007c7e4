import { RADIUS_KM_MAX } from '../../../contract/limits.ts'
import type { Circle, LatLng } from '../../../domain/distance.ts'
import { t } from '../../language/translate.ts'

/** The camera's position, in degrees and MapLibre's zoom. */
export interface View {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
}

/** A number of a view or a circle, with the values that it may have. */
export interface NumberLimit {
  readonly name: () => string
  readonly isValid: (value: number) => boolean
}

const LATITUDE: NumberLimit = { name: () => t('latitude'), isValid: (value) => Math.abs(value) <= 90 }
const LONGITUDE: NumberLimit = { name: () => t('longitude'), isValid: (value) => Math.abs(value) <= 180 }
const ZOOM: NumberLimit = { name: () => t('zoom'), isValid: (value) => value >= 0 && value <= 24 }
const RADIUS: NumberLimit = { name: () => t('radius'), isValid: (value) => value > 0 && value <= RADIUS_KM_MAX }
export const VIEW_LIMITS = [LATITUDE, LONGITUDE, ZOOM]
export const CIRCLE_LIMITS = [LATITUDE, LONGITUDE, RADIUS]
const POINT_LIMITS = [LATITUDE, LONGITUDE]

/** Reads `lat,lng,zoom`; null when it is not a view. */
export function parseView(raw: string | null): View | null {
  const [lat, lng, zoom] = parseNumbers(raw, VIEW_LIMITS) ?? []
  return lat === undefined || lng === undefined || zoom === undefined ? null : { lat, lng, zoom }
}

/** Reads `lat,lng`; null when it is not a point on Earth. */
export function parsePoint(raw: string): LatLng | null {
  const [lat, lng] = parseNumbers(raw, POINT_LIMITS) ?? []
  return lat === undefined || lng === undefined ? null : { lat, lng }
}

/** Reads `lat,lng,radius_km`; null when it is not a circle. */
export function parseCircle(raw: string | null): Circle | null {
  const [lat, lng, radius_km] = parseNumbers(raw, CIRCLE_LIMITS) ?? []
  return lat === undefined || lng === undefined || radius_km === undefined ? null : { lat, lng, radius_km }
}

/** Writes what `parseCircle` reads. */
export function circleText({ lat, lng, radius_km }: Circle): string {
  return `${lat.toFixed(5)},${lng.toFixed(5)},${radius_km}`
}

/** Returns as many numbers as there are limits, each within its own; null for anything else. */
function parseNumbers(raw: string | null, limits: readonly NumberLimit[]): readonly number[] | null {
  const numbers = (raw ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return numbers.length === limits.length && limits.every(({ isValid }, at) => isValid(numbers[at] ?? Number.NaN))
    ? numbers
    : null
}
