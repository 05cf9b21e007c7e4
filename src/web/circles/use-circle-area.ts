import { useMemo } from 'react'
import type { Cell } from '../../domain/cell.ts'
import { type Circle, circleCells } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import { tileParent } from '../../domain/tile.ts'
import type { Area } from '../areas/area.ts'
import { isConclusive, useArea } from '../areas/use-area.ts'
import { useCircleResolution } from '../areas/use-area-resolution.ts'
import type { FigureSource } from '../metric/figure-source.ts'
import { useReading } from '../metric/use-reading.ts'
import { tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'
import type { TileState } from '../queries/tile-state.ts'
import { usePage } from '../state/store.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'

const NO_CELLS: readonly Cell[] = []

/** The area of a circle at its own resolution: the map's figures until the proxy's exact ones arrive. Buys nothing. */
export function useCircleArea({ lat, lng, radius_km }: Circle): Area {
  const at = useCircleResolution({ lat, lng, radius_km })
  const { resolution } = at
  const name = useEditionName(resolution)
  const selector = useMemo(() => ({ lat, lng, radius_km }), [lat, lng, radius_km])
  const cells = useMemo(
    () => (resolution === null ? NO_CELLS : circleCells(selector, resolution)),
    [selector, resolution],
  )
  const parents = useMemo(() => [...new Set(cells.map(tileParent))], [cells])
  const drawn = useDrawnTiles()
  useTileStoreVersion()
  const reading = useReading()
  const source = name === null ? 'map soon' : sourceOf(reading.source, name, parents, drawn)
  const area = useArea({ name, at, selector, needsProxy: source !== 'map soon', cells })
  return {
    ...area,
    isLoading: area.isLoading || (name !== null && source === 'map soon'),
    rest: source === 'proxy' ? area.rest : null,
  }
}

/** The tiles that the map draws and fetches, at its own resolution. */
function useDrawnTiles(): ReadonlySet<Cell> {
  const rested = usePage((page) => page.rested)
  const resolution = useResolutionAtRest()
  return useMemo(
    () => new Set(rested && resolution ? tilesInView(rested.bounds, resolution).parents : []),
    [rested, resolution],
  )
}

/** Returns where an area's cells come from: the map's tiles, the same tiles in a moment, or the proxy. */
function sourceOf(
  store: FigureSource,
  name: EditionName,
  parents: readonly Cell[],
  drawn: ReadonlySet<Cell>,
): 'map' | 'map soon' | 'proxy' {
  const open = parents.filter((parent) => !isConclusive(store.stateOf(name, parent)))
  if (open.length === 0) return 'map'
  // The map fetches nothing finer than the plan allows.
  if (name.resolution > tileStore.finestResolution()) return 'proxy'
  const isComing = (parent: Cell) => drawn.has(parent) && ON_THEIR_WAY.has(store.stateOf(name, parent).kind)
  return open.some(isComing) ? 'map soon' : 'proxy'
}

const ON_THEIR_WAY: ReadonlySet<TileState['kind']> = new Set(['unknown', 'fetching', 'not_held', 'buying'])
