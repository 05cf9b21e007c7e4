import { RESOLUTIONS, type Resolution } from '../../../domain/cell.ts'
import { type AreaLimits, isAnswerable } from '../../areas/resolution/area-resolution.ts'

/** Whether areas can be compared, and at which resolution if not at their own. */
export type Comparability =
  | { readonly kind: 'same' }
  /** The areas have different resolutions, and so perhaps different windows. `common` is the finest that each can have. */
  | { readonly kind: 'resolutions'; readonly found: readonly Resolution[]; readonly common: Resolution | null }
  /** The areas have the same resolution but different windows, as when a period has just changed. */
  | { readonly kind: 'windows' }

/** The properties of an area that decide whether it can be compared. */
export interface ComparedArea {
  readonly resolution: Resolution | null
  /** Null while nothing of it is held. */
  readonly window: string | null
  readonly limits: AreaLimits
}

/** Returns whether areas have the same resolution and window. */
export function comparabilityOf(areas: readonly ComparedArea[]): Comparability {
  const found = RESOLUTIONS.filter((each) => areas.some(({ resolution }) => resolution === each))
  if (found.length > 1) return { kind: 'resolutions', found, common: commonResolution(areas) }
  const windows = new Set(areas.flatMap(({ window }) => window ?? []))
  return windows.size > 1 ? { kind: 'windows' } : { kind: 'same' }
}

/** Returns the finest resolution that all areas can have, at most the finest that one of them has. */
function commonResolution(areas: readonly ComparedArea[]): Resolution | null {
  const isFor = (each: Resolution) => areas.every(({ limits }) => isAnswerable(each, limits))
  const finest = Math.max(...areas.map(({ resolution }) => resolution ?? 4))
  return RESOLUTIONS.findLast((each) => each <= finest && isFor(each)) ?? null
}
