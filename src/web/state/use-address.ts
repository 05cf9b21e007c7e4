import { useSyncExternalStore } from 'react'
import { type Address, formatAddress, parseAddress } from './address.ts'

// The address bar is the one home of this state; this module only tells React when it changed.
const listeners = new Set<() => void>()
let search = ''
let address = parseAddress('')

function readLocation(): Address {
  if (window.location.search !== search) {
    search = window.location.search
    address = parseAddress(search)
  }
  return address
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', notify)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', notify)
  }
}

/** The address now, outside React. */
export function getAddress(): Address {
  return readLocation()
}

/** One part of the address; the component renders again only when that part changes. */
export function useAddress<T>(select: (address: Address) => T): T {
  return useSyncExternalStore(subscribe, () => select(readLocation()))
}

/**
 * Changes parts of the address. `push` makes a step that the back button undoes (a place chosen, a lens changed);
 * `replace` does not (the map moved).
 */
export function setAddress(patch: Partial<Address>, how: 'push' | 'replace'): void {
  // Breaks fitted by hand mean nothing under another lens or metric.
  const dropped = patch.lens !== undefined || patch.metric !== undefined ? { breaks: null } : {}
  const next = formatAddress({ ...readLocation(), ...dropped, ...patch })
  if (next === window.location.search) return
  if (how === 'push') window.history.pushState(null, '', next)
  else window.history.replaceState(null, '', next)
  notify()
}
