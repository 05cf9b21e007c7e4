import { useSyncExternalStore } from 'react'
import type { Meter } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import { BASE_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { AsOf } from '../../domain/period.ts'
import { paced } from '../requests/paced.ts'
import { type LastReceipt, TileStore } from './tile-store.ts'

/**
 * The least time between two notices of changes, in milliseconds. A view's tiles arrive one by one, and after each notice
 * the whole view is counted and drawn.
 */
const NOTICE_PAUSE_MS = 100

const periodListeners = new Set<(as_of: AsOf) => void>()
const meterListeners = new Set<(meter: Meter) => void>()

/** Calls the listener when a purchase is answered from another period; returns a function that unsubscribes. */
export function onPeriodChange(listener: (as_of: AsOf) => void): () => void {
  periodListeners.add(listener)
  return () => periodListeners.delete(listener)
}

/** Calls the listener with the meter after each purchase of tiles; returns a function that unsubscribes. */
export function onMeterUpdate(listener: (meter: Meter) => void): () => void {
  meterListeners.add(listener)
  return () => meterListeners.delete(listener)
}

/** The page's tiles. */
export const tileStore = new TileStore({
  baseUrl: '',
  send: (input, init) => fetch(input, init),
  now: Date.now,
  capacity: 600,
  defer: paced(NOTICE_PAUSE_MS),
  onPeriod: (as_of) => {
    for (const listener of periodListeners) listener(as_of)
  },
  onMeter: (meter) => {
    for (const listener of meterListeners) listener(meter)
  },
})

/** Re-renders when a tile, an edition or the receipt changes; the value itself has no meaning. */
export function useTileStoreVersion(): number {
  return useSyncExternalStore(tileStore.subscribe, tileStore.version)
}

/** Returns the ledger that the proxy reads from; null until it is known. */
export function useLedger(): string | null {
  return useSyncExternalStore(tileStore.subscribe, tileStore.ledger)
}

/** Returns the currency of figures that are bought without naming one: US dollars, unless the service has none. */
export function useHomeCurrency(): Currency {
  return useSyncExternalStore(tileStore.subscribe, tileStore.homeCurrency) ?? BASE_CURRENCY
}

/** Returns how often all figures were dropped because the service or the proxy has others now. */
export function useTimesReplaced(): number {
  return useSyncExternalStore(tileStore.subscribe, tileStore.timesReplaced)
}

/** Returns what the current view cost; null before the first view. */
export function useLastReceipt(): LastReceipt | null {
  return useSyncExternalStore(tileStore.subscribe, tileStore.receipt)
}

/** Returns how often something was dropped that the view may need again. */
export function useTimesDropped(): number {
  return useSyncExternalStore(tileStore.subscribe, tileStore.timesDropped)
}

/** Returns the finest resolution that the plan is known to allow. */
export function useFinestResolution(): Resolution {
  return useSyncExternalStore(tileStore.subscribe, tileStore.finestResolution)
}

/** Returns the resolutions at which some market has figures. */
export function useOfferedResolutions(): readonly Resolution[] {
  return useSyncExternalStore(tileStore.subscribe, tileStore.offeredResolutions)
}
