import { create } from 'zustand'
import type { Bounds } from '../../domain/tile.ts'
import type { View } from '../state/address/number-parts.ts'
import type { RestedView } from '../state/store.ts'

/** What the camera shows at one moment. */
export interface Sight {
  readonly view: View
  readonly bounds: Bounds
  /** Size on the screen, in CSS pixels. */
  readonly width: number
  readonly height: number
}

/**
 * What the camera shows while it moves, which is what is drawn; the view at rest is in the page store. Null until the
 * map has its size.
 */
export const useLiveView = create<{ live: Sight | null }>(() => ({ live: null }))

/** True when two views are the same in an address. */
export function isSameSight(one: View, other: View): boolean {
  const text = ({ lat, lng, zoom }: View) => `${lat.toFixed(5)},${lng.toFixed(5)},${zoom.toFixed(2)}`
  return text(one) === text(other)
}

/** True when the view at rest is what the camera shows now. */
export function isSameView(rested: RestedView, { bounds, view }: Sight): boolean {
  return (
    rested.view.zoom === view.zoom &&
    (['west', 'south', 'east', 'north'] as const).every((side) => rested.bounds[side] === bounds[side])
  )
}
