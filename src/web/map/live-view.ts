import { create } from 'zustand'
import type { Resolution } from '../../domain/cell.ts'
import type { Sight } from './map-shell.ts'

/** What the camera shows while it moves, and so what is drawn; the view at rest is in the page's store. */
export interface LiveView extends Sight {
  /** Resolution in force: pinned, or by zoom. */
  readonly resolution: Resolution
}

/** The live view; null until the map has been laid out. */
export const useLiveView = create<{ live: LiveView | null }>(() => ({ live: null }))
