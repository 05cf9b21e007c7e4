import { create } from 'zustand'
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

/**
 * What the camera shows while it moves, and so what is drawn; the view at rest is in the page's store. Null until the map
 * has been laid out.
 */
export const useLiveView = create<{ live: Sight | null }>(() => ({ live: null }))

/** True when the map rests on what it shows now. */
export function isSameView(rested: RestedView, { bounds, view }: Sight): boolean {
  return (
    rested.zoom === view.zoom &&
    (['west', 'south', 'east', 'north'] as const).every((side) => rested.bounds[side] === bounds[side])
  )
}
