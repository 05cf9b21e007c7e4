import { create } from 'zustand'
import type { Cell } from '../../domain/cell.ts'
import type { GeoId } from '../../domain/place.ts'
import type { Bounds } from '../../domain/tile.ts'

/** What the camera shows, once the map has rested. */
export interface RestedView {
  readonly bounds: Bounds
  readonly zoom: number
  /** Where the map rested before; null at first. */
  readonly before: Bounds | null
}

/** A move that something outside the map asks of it; the map carries it out and clears it. */
export type CameraRequest =
  | { kind: 'point'; lat: number; lng: number; zoom: number }
  /** All of the bounds; where so asked, above a phone's sheet as high as it is now. */
  | { kind: 'bounds'; bounds: Bounds; above?: 'sheet' }
  /** Only as far as brings the cell out from under the surfaces that lie over it. */
  | { kind: 'uncover'; cell: Cell }

interface PageState {
  /** Null until the map has drawn once. */
  rested: RestedView | null
  hoveredCell: Cell | null
  /** Class of the legend that is highlighted on the map, 0-based. */
  highlightedClass: number | null
  camera: CameraRequest | null
  /** A place just chosen, whose extent the view is to show as soon as it is known. */
  placeToFit: GeoId | null
  /** A cell just chosen, which its card is not to cover once it is whole; null again when the viewer moves the map. */
  cellToUncover: Cell | null
  /** While true, the next click on the map sets the centre of the address's circle, and the map sets this to false. */
  picking: boolean
  set: (patch: Partial<Omit<PageState, 'set'>>) => void
}

/** What is neither the server's nor worth a link. */
export const usePage = create<PageState>((set) => ({
  rested: null,
  hoveredCell: null,
  highlightedClass: null,
  camera: null,
  placeToFit: null,
  cellToUncover: null,
  picking: false,
  set,
}))
