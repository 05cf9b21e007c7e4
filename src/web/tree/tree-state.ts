import { create } from 'zustand'
import type { Level, ZoneLevel } from '../../domain/place.ts'
import type { Place } from '../free/geo.ts'

interface TreeState {
  /** The open places, with their levels. */
  expanded: ReadonlyMap<string, Level>
  /** How many full pages of children are wanted, by place; '' for the countries; 1 where there is no entry. */
  pages: ReadonlyMap<string, number>
  /** A place beneath each, shown before the page that lists it. */
  revealed: ReadonlyMap<string, Place>
  /** Shows places down to this level; null for all. */
  finest: ZoneLevel | null
  /** The row that has the keyboard's focus, or would have it. */
  focused: string | null
  set: (patch: Partial<Omit<TreeState, 'set'>>) => void
}

/** What is open in the place tree; it stays while the tree is out of sight. */
export const useTree = create<TreeState>((set) => ({
  expanded: new Map(),
  pages: new Map(),
  revealed: new Map(),
  finest: null,
  focused: null,
  set,
}))

export function expandPlace({ geo_id, level }: Pick<Place, 'geo_id' | 'level'>): void {
  const { expanded, set } = useTree.getState()
  set({ expanded: new Map(expanded).set(geo_id, level) })
}

export function collapsePlace(geoId: string): void {
  const { expanded, set } = useTree.getState()
  const left = new Map(expanded)
  left.delete(geoId)
  set({ expanded: left })
}

/** Requests this many full pages of a place's children; null for the countries. */
export function wantPages(geoId: string | null, pages: number): void {
  const { pages: before, set } = useTree.getState()
  if ((before.get(geoId ?? '') ?? 1) < pages) set({ pages: new Map(before).set(geoId ?? '', pages) })
}

/** Opens everything above a place, so that it is in the tree; `known` are full rows of places above it. */
export function revealPlace(place: Place, known: readonly Place[] = []): void {
  const { expanded, revealed, set } = useTree.getState()
  const path = pathTo(place, known)
  const [nextExpanded, nextRevealed] = [new Map(expanded), new Map(revealed)]
  for (const [index, { geo_id, level }] of path.entries()) {
    const below = path[index + 1]
    if (below === undefined) continue
    nextExpanded.set(geo_id, level)
    nextRevealed.set(geo_id, below)
  }
  set({ expanded: nextExpanded, revealed: nextRevealed, focused: place.geo_id })
}

/** From the country to the place. */
function pathTo(place: Place, known: readonly Place[]): Place[] {
  const above = place.ancestors.map(
    ({ geo_id, name, level }, index): Place =>
      known.find((each) => each.geo_id === geo_id) ?? {
        geo_id,
        name,
        level,
        country: place.country,
        ancestors: place.ancestors.slice(index + 1),
        signal: null,
      },
  )
  return [place, ...above].reverse()
}
