import { useMemo } from 'react'
import type { Cell } from '../../domain/cell.ts'
import type { Circle } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type Area, isConclusive, useArea, useAreaEdition } from '../areas/use-area.ts'
import { tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'
import type { TileState } from '../queries/tile-state.ts'
import type { TileStore } from '../queries/tile-store.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { type CircleReach, reachOf } from './circle-reach.ts'

const NO_CELLS: readonly Cell[] = []

/** The area of a circle, and what the circle covers. */
export interface CircleArea extends Area {
  readonly reach: CircleReach
}

/** The area of a circle at the resolution in force, fetched from the proxy where the map lacks tiles. Buys nothing. */
export function useCircleArea({ lat, lng, radius_km }: Circle): CircleArea {
  const { name, resolution, rested } = useAreaEdition()
  const reach = useMemo(() => reachOf({ lat, lng, radius_km }, resolution), [lat, lng, radius_km, resolution])
  const selector = useMemo(() => ({ lat, lng, radius_km }), [lat, lng, radius_km])
  const [cells, parents] = reach.kind === 'cells' ? [reach.cells, reach.parents] : [NO_CELLS, NO_CELLS]
  useTileStoreVersion()
  const inView = useMemo(
    () => new Set(rested ? tilesInView(rested.bounds, resolution).parents : []),
    [rested, resolution],
  )
  const source = name === null ? 'map soon' : sourceOf(tileStore, name, parents, inView)
  const area = useArea({ name, resolution, selector, needsProxy: source === 'proxy', cells })
  return {
    ...area,
    reach,
    isLoading: area.isLoading || source === 'map soon',
    rest: source === 'proxy' ? area.rest : null,
  }
}

/** Returns where an area's cells come from: the map's tiles, the same tiles in a moment, or the proxy. */
function sourceOf(
  store: TileStore,
  name: EditionName,
  parents: readonly Cell[],
  inView: ReadonlySet<Cell>,
): 'map' | 'map soon' | 'proxy' {
  const open = parents.filter((parent) => !isConclusive(store.stateOf(name, parent)))
  if (open.length === 0) return 'map'
  // The map fetches nothing finer than the plan allows.
  if (name.resolution > store.finestResolution()) return 'proxy'
  const isComing = (parent: Cell) => inView.has(parent) && ON_THEIR_WAY.has(store.stateOf(name, parent).kind)
  return open.some(isComing) ? 'map soon' : 'proxy'
}

const ON_THEIR_WAY: ReadonlySet<TileState['kind']> = new Set(['unknown', 'fetching', 'not_held', 'buying'])
