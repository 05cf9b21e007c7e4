import { useMemo } from 'react'
import type { Cell, Resolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { tileParent } from '../../domain/tile.ts'
import type { FigureSource } from '../metric/figure-source.ts'
import { useReading } from '../metric/use-reading.ts'
import { AREA_COLORS, type ChosenArea } from '../state/address/area-choice.ts'
import { shapeKey, withResolution } from '../state/address/area-list.ts'
import { usePage } from '../state/store.ts'
import { getAddress, setAddress } from '../state/use-address.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import type { TileState } from '../tiles/tile-state.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'
import type { Area } from './area.ts'
import { cellsOfShape, selectorOf } from './chosen/shape-geometry.ts'
import { useShapeResolution } from './resolution/use-area-resolution.ts'
import { type AreaQuery, isConclusive, useArea, useAreaFigures } from './use-area.ts'

const NO_CELLS: readonly Cell[] = []
const NO_SELECTOR = { geo_id: '' }

/** One function for each colour, so that it is the same every time. */
const KEEPERS = AREA_COLORS.map((color) => (resolution: Resolution) => {
  setAddress({ areas: withResolution(getAddress().areas, color, resolution) }, 'replace')
})
const keepNothing = () => {}

/**
 * An area of the address at its own resolution, as the metric in force reads it: the map's figures until the proxy's exact
 * ones arrive. Null for null. Buys nothing.
 */
export function useChosenArea(chosen: ChosenArea | null): Area | null {
  const query = useAreaQuery(chosen)
  const { name, cells } = query
  const parents = useMemo(() => [...new Set((cells ?? []).map(tileParent))], [cells])
  const drawn = useDrawnTiles()
  useTileStoreVersion()
  const reading = useReading()
  const source = name === null ? 'map soon' : cells === null ? 'proxy' : sourceOf(reading.source, name, parents, drawn)
  const area = useArea({ ...query, needsProxy: source !== 'map soon' })
  if (chosen === null) return null
  return {
    ...area,
    isLoading: area.isLoading || (name !== null && source === 'map soon'),
    rest: source === 'proxy' ? area.rest : null,
  }
}

/** The same with the service's own figures, whatever the metric. */
export function useChosenFigures(chosen: ChosenArea | null): Area | null {
  const area = useAreaFigures({ ...useAreaQuery(chosen), needsProxy: true })
  return chosen && area
}

function useAreaQuery(chosen: ChosenArea | null): Omit<AreaQuery, 'needsProxy'> {
  const shape = chosen?.shape ?? null
  const keep = (chosen && KEEPERS[chosen.color]) ?? keepNothing
  const at = useShapeResolution(shape, { wanted: chosen?.resolution ?? null, keep })
  const { resolution } = at
  const name = useEditionName(resolution)
  const key = shape && shapeKey(shape)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the shape
  const selector = useMemo(() => (shape ? selectorOf(shape) : NO_SELECTOR), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the shape
  const cells = useMemo(() => {
    if (shape === null || resolution === null) return NO_CELLS
    return shape.kind === 'place' ? null : cellsOfShape(shape, resolution)
  }, [key, resolution])
  return { name: shape && name, at, selector, cells }
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
