import { useMemo } from 'react'
import type { Cell } from '../../domain/cell.ts'
import type { Circle } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type Area, tellsCells, useArea, useAreaEdition } from '../areas/use-area.ts'
import { tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'
import type { TileState } from '../queries/tile-state.ts'
import type { TileStore } from '../queries/tile-store.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { type CircleReach, reachOf } from './circle-reach.ts'

const NO_CELLS: readonly Cell[] = []

/** A circle, and what it covers. */
export interface CircleArea extends Area {
  readonly reach: CircleReach
}

/** An area that is a circle, at the resolution in force. What the map does not hold of it is asked for; buys nothing. */
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
  const area = useArea({ name, resolution, selector, isAsked: source === 'proxy', cells })
  return {
    ...area,
    reach,
    isLoading: area.isLoading || source === 'map soon',
    rest: source === 'proxy' ? area.rest : null,
  }
}

/** Whether the map's tiles tell all of an area, or will in a moment; else the proxy is asked. */
function sourceOf(
  store: TileStore,
  name: EditionName,
  parents: readonly Cell[],
  inView: ReadonlySet<Cell>,
): 'map' | 'map soon' | 'proxy' {
  const open = parents.filter((parent) => !tellsCells(store.stateOf(name, parent)))
  if (open.length === 0) return 'map'
  // The map gets nothing that is finer than the plan.
  if (name.resolution > store.finestResolution()) return 'proxy'
  const isComing = (parent: Cell) => inView.has(parent) && ON_THEIR_WAY.has(store.stateOf(name, parent).kind)
  return open.some(isComing) ? 'map soon' : 'proxy'
}

const ON_THEIR_WAY: ReadonlySet<TileState['kind']> = new Set(['unknown', 'fetching', 'not_held', 'buying'])
