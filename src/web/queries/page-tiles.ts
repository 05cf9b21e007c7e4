import { useSyncExternalStore } from 'react'
import type { Meter } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import type { AsOf } from '../../domain/period.ts'
import { type LastReceipt, TileStore } from './tile-store.ts'

const periodListeners = new Set<(as_of: AsOf) => void>()
const meterListeners = new Set<(meter: Meter) => void>()

/** Hears of periods that purchases were answered from, other than those asked for. */
export function onPeriodMoved(listener: (as_of: AsOf) => void): () => void {
  periodListeners.add(listener)
  return () => periodListeners.delete(listener)
}

/** Hears of the allowance after each purchase of tiles. */
export function onMeterTold(listener: (meter: Meter) => void): () => void {
  meterListeners.add(listener)
  return () => meterListeners.delete(listener)
}

/** The page's tiles. */
export const tileStore = new TileStore({
  baseUrl: '',
  send: (input, init) => fetch(input, init),
  now: Date.now,
  capacity: 600,
  onPeriod: (as_of) => {
    for (const listener of periodListeners) listener(as_of)
  },
  onMeter: (meter) => {
    for (const listener of meterListeners) listener(meter)
  },
})

/** Renders again whenever a tile, an edition or the receipt changed; the value itself means nothing. */
export function useTileStoreVersion(): number {
  return useSyncExternalStore(tileStore.subscribe, tileStore.version)
}

/** What the view in sight cost; null before the first. */
export function useLastReceipt(): LastReceipt | null {
  return useSyncExternalStore(tileStore.subscribe, tileStore.receipt)
}

/** The finest resolution that the plan allows, as far as is known. */
export function useFinestResolution(): Resolution {
  return useSyncExternalStore(tileStore.subscribe, tileStore.finestResolution)
}
