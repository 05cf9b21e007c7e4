import { isResolution, type Resolution } from '../../domain/cell.ts'
import type { Circle } from '../../domain/distance.ts'
import type { GeoId } from '../../domain/place.ts'

/** The areas in the address. Each keeps its resolution, so that its figures do not depend on the map's. */
export interface AreaChoice {
  readonly circle: Circle | null
  /** Null until the page has chosen one. */
  readonly circleResolution: Resolution | null
  readonly place: GeoId | null
  /** Null while the place's figures are closed, or the page has not chosen one. */
  readonly placeResolution: Resolution | null
}

export const NO_AREAS: AreaChoice = { circle: null, circleResolution: null, place: null, placeResolution: null }

/** Applies a change to areas. Another place, or a circle of another size, needs a new choice of resolution. */
export function changeAreas<T extends AreaChoice>(now: T, patch: Partial<T>): T {
  const isOtherPlace = patch.place !== undefined && patch.place !== now.place
  const isOtherSize = patch.circle !== undefined && patch.circle?.radius_km !== now.circle?.radius_km
  return {
    ...now,
    ...(isOtherPlace && { placeResolution: null }),
    ...(isOtherSize && { circleResolution: null }),
    ...patch,
  }
}

/** Reads a parameter that names one of the five resolutions; null for anything else. */
export function parseResolution(raw: string | null): Resolution | null {
  const resolution = /^\d$/.test(raw ?? '') ? Number(raw) : Number.NaN
  return isResolution(resolution) ? resolution : null
}
