import { create } from 'zustand'
import type { Resolution } from '../../domain/cell.ts'
import type { Bounds } from '../../domain/tile.ts'
import type { View } from '../state/address.ts'
import type { RestedView } from '../state/store.ts'

/** What the camera shows at an instant. */
export interface Sight {
  readonly view: View
  readonly bounds: Bounds
  /** Size on the screen, in CSS pixels. */
  readonly width: number
  readonly height: number
}

/** What the camera shows while it moves, and so what is drawn; the view at rest is in the page's store. */
export interface LiveView extends Sight {
  /** Resolution in force: pinned, or by zoom. */
  readonly resolution: Resolution
}

/** The live view; null until the map has been laid out. */
export const useLiveView = create<{ live: LiveView | null }>(() => ({ live: null }))

/** True when the map rests on what it shows now. */
export function isSameView(rested: RestedView, { bounds, view, resolution }: LiveView): boolean {
  return (
    rested.resolution === resolution &&
    rested.zoom === view.zoom &&
    (['west', 'south', 'east', 'north'] as const).every((side) => rested.bounds[side] === bounds[side])
  )
}
