import { createContext, useContext, useSyncExternalStore } from 'react'
import { type Address, formatAddress, parseAddress } from './address/address.ts'
import { changeAreas } from './address/area-choice.ts'
import { changesClasses } from './address/metric-choice.ts'
import { keepEmbedded } from './embedded.ts'

/** The state of the history's entries that the page has shown; a link that is opened has none. */
const SHOWN = 'shown'

/** True when the page shows an entry of the history again: after a reload, or by the back and forward buttons. */
export function isShownAgain(): boolean {
  return window.history.state === SHOWN
}

// The address bar holds this state; this module only tells React when it changes.
const listeners = new Set<() => void>()
let search = ''
let address = parseAddress('')

function readLocation(): Address {
  if (window.location.search !== search) {
    search = window.location.search
    address = withSameAreas(parseAddress(search), address)
  }
  return address
}

/** Returns the earlier object for each area that has not changed, because the map moves more often than areas change. */
function withSameAreas(next: Address, before: Address): Address {
  const areas = next.areas.map(
    (area) => before.areas.find((known) => JSON.stringify(known) === JSON.stringify(area)) ?? area,
  )
  const isSame = areas.length === before.areas.length && areas.every((area, index) => area === before.areas[index])
  return { ...next, areas: isSame ? before.areas : areas }
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Calls the listener after each change of the address; returns what stops that. */
export function subscribeAddress(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', notify)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', notify)
  }
}

/** Returns the current address, for use outside React. */
export function getAddress(): Address {
  return readLocation()
}

/** What a second map shows instead of the address; null around everything else. The same object while nothing changes. */
export const AddressPatch = createContext<Partial<Address> | null>(null)

/** Returns one part of the address; the component re-renders only when that part changes. */
export function useAddress<T>(select: (address: Address) => T): T {
  const patch = useContext(AddressPatch)
  return useSyncExternalStore(subscribeAddress, () => select(patched(readLocation(), patch)))
}

const patchedBy = new WeakMap<Partial<Address>, { of: Address; address: Address }>()

/** The same object for the same address and patch. */
function patched(of: Address, patch: Partial<Address> | null): Address {
  if (patch === null) return of
  const known = patchedBy.get(patch)
  if (known?.of === of) return known.address
  const address = { ...of, ...patch }
  patchedBy.set(patch, { of, address })
  return address
}

/** Goes to another address of the page, as the back and forward buttons do; the map jumps there. */
export function openAddress(search: string): void {
  window.history.pushState(SHOWN, '', keepEmbedded(search))
  window.dispatchEvent(new PopStateEvent('popstate'))
}

/**
 * Changes parts of the address. `push` adds a step that the back button undoes (a place chosen, a lens changed);
 * `replace` does not (the map moved).
 */
export function setAddress(patch: Partial<Address>, how: 'push' | 'replace'): void {
  const now = readLocation()
  // Breaks do not apply to another metric, and only locked ones to another lens.
  const isOther = patch.metric !== undefined || (patch.lens !== undefined && !now.locked)
  const isOfTerritory = now.breaks?.of.kind === 'territory' && changesClasses(patch)
  const dropped = {
    ...((isOther || isOfTerritory) && { breaks: null, locked: false }),
    ...((patch.metric !== undefined || changesClasses(patch)) && { shownClass: null }),
  }
  const next = keepEmbedded(formatAddress(changeAreas({ ...now, ...dropped }, patch)))
  if (next === window.location.search && (how === 'push' || isShownAgain())) return
  if (how === 'push') window.history.pushState(SHOWN, '', next)
  else window.history.replaceState(SHOWN, '', next)
  notify()
}
