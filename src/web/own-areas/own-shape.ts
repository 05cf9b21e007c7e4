import type { LatLng } from '../../domain/distance.ts'
import type { AreaShape } from '../state/address/area-choice.ts'

/** What can be compared of a file of the viewer's; the name is null where the file gives none. */
export type OwnShape =
  | {
      readonly kind: 'outline'
      readonly name: string | null
      /** As in the file: with any number of corners, closed or not. */
      readonly outline: readonly LatLng[]
      /** Parts of the same feature, of which this is the largest; 1 for most. */
      readonly parts: number
      readonly holes: number
    }
  | {
      readonly kind: 'point'
      readonly name: string | null
      readonly point: LatLng
      /** Only where the file gives one that a circle can have. */
      readonly radius_km?: number
    }
  /** A place or a hexagon, named by its id. */
  | { readonly kind: 'area'; readonly name: string | null; readonly shape: AreaShape }

/** What a file has that can be compared, in its order, and what it has beside that. */
export interface FoundShapes {
  readonly shapes: readonly OwnShape[]
  readonly lines: number
  /** Entries without usable coordinates. */
  readonly unplaced: number
  /** What comes first in bare pairs of numbers, where the shapes were read from such. */
  readonly pairs?: 'lat' | 'lng'
}

/** Why nothing of a file can be compared. */
export type FileFault =
  | { readonly kind: 'too_large' | 'too_many' | 'unreadable' | 'no_shapes' | 'only_lines' }
  /** A coordinate that is not a longitude or a latitude. */
  | { readonly kind: 'not_degrees'; readonly found: string }
  /** The columns of a table, none of which is a latitude, or none a longitude. */
  | { readonly kind: 'no_coordinates'; readonly columns: readonly string[] }

/** Thrown for a file with nothing in it that can be compared. */
export class UnusableFile extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(`nothing to compare: ${fault.kind}`)
    this.fault = fault
  }
}
