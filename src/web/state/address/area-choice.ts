import { type Cell, isResolution, type Resolution } from '../../../domain/cell.ts'
import type { Circle, LatLng } from '../../../domain/distance.ts'
import type { GeoId } from '../../../domain/place.ts'

/** The outline of an area. */
export type AreaShape =
  | { readonly kind: 'circle'; readonly circle: Circle }
  | { readonly kind: 'place'; readonly geo_id: GeoId }
  /** Drawn by hand, at least three corners whose edges do not cross. */
  | { readonly kind: 'polygon'; readonly corners: readonly LatLng[] }
  | { readonly kind: 'cell'; readonly cell: Cell }

/** By its colour and letter an area is told from the others, wherever it stands in their order. */
export type AreaColor = 0 | 1 | 2 | 3 | 4 | 5
export const AREA_COLORS: readonly AreaColor[] = [0, 1, 2, 3, 4, 5]

/** An area that is compared with others. It keeps its resolution, so that its figures do not depend on the map's. */
export interface ChosenArea {
  readonly shape: AreaShape
  readonly color: AreaColor
  /** Null until the page has chosen one. */
  readonly resolution: Resolution | null
  /** What the viewer calls it; null for its own name. */
  readonly name: string | null
}

/** The areas in the address. */
export interface AreaChoice {
  /** At most six, in the viewer's order. */
  readonly areas: readonly ChosenArea[]
  /** The area that the others are compared with; null for the first. */
  readonly baseline: AreaColor | null
  /** The place whose page is open. */
  readonly place: GeoId | null
  /** Null while the place's figures are closed, or the page has not chosen one. */
  readonly placeResolution: Resolution | null
}

export const NO_AREAS: AreaChoice = { areas: [], baseline: null, place: null, placeResolution: null }

/** Applies a change to areas. Another place chooses its resolution again; a removed baseline leaves none. */
export function changeAreas<T extends AreaChoice>(now: T, patch: Partial<T>): T {
  const isOtherPlace = patch.place !== undefined && patch.place !== now.place
  const next = { ...now, ...(isOtherPlace && { placeResolution: null }), ...patch }
  return next.areas.some(({ color }) => color === next.baseline) ? next : { ...next, baseline: null }
}

/** Returns the area that the others are compared with; null without areas. */
export function baselineOf({ areas, baseline }: Pick<AreaChoice, 'areas' | 'baseline'>): ChosenArea | null {
  return areas.find(({ color }) => color === baseline) ?? areas[0] ?? null
}

/** Reads a parameter that names one of the five resolutions; null for anything else. */
export function parseResolution(raw: string | null): Resolution | null {
  const resolution = /^\d$/.test(raw ?? '') ? Number(raw) : Number.NaN
  return isResolution(resolution) ? resolution : null
}
