import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AreaSelector } from '../../contract/area.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { GeoId } from '../../domain/place.ts'
import { tellTogether } from '../metered/agreed-purchase.ts'
import { areaOptions, buyArea } from '../metered/areas.ts'
import { useReading } from '../metric/use-reading.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { isUncovered, type TileState } from '../tiles/tile-state.ts'
import { useEditionName } from '../view/view-cells.ts'
import type { Area } from './area.ts'
import { areaCells, isLeftOut } from './area-cells.ts'
import { joinAreas, pairCells } from './pair-areas.ts'
import { type AreaResolution, usePlaceResolution } from './resolution/use-area-resolution.ts'
import { useEarlierRest } from './use-earlier-rest.ts'

/** The area of one of the service's places, at its own resolution; one without cells for null. */
export function usePlaceArea(geo_id: GeoId | null): Area {
  const at = usePlaceResolution(geo_id)
  const name = useEditionName(at.resolution)
  const selector = useMemo(() => ({ geo_id: geo_id ?? '' }), [geo_id])
  return useArea({ name, at, selector, needsProxy: true, cells: null })
}

export interface AreaQuery {
  readonly name: EditionName | null
  readonly at: AreaResolution
  readonly selector: AreaSelector
  /** False while the map's tiles cover the area. */
  readonly needsProxy: boolean
  /** Null when only the proxy knows them. */
  readonly cells: readonly Cell[] | null
}

/** Returns an area as the metric in force reads it: a yield joins the area's sale and rent figures, a change those of two periods. */
export function useArea(query: AreaQuery): Area {
  const { otherOf, read } = useReading()
  const own = useAreaFigures(query)
  const side = query.name && otherOf(query.name)
  const join = side?.join ?? null
  const [otherAsOf, otherLens] = [side?.name.as_of ?? null, side?.name.lens ?? null]
  const otherName = useMemo(
    () =>
      query.name === null || otherAsOf === null || otherLens === null
        ? null
        : { ...query.name, as_of: otherAsOf, lens: otherLens },
    [query.name, otherAsOf, otherLens],
  )
  const other = useAreaFigures({
    ...query,
    name: otherName,
    needsProxy: otherName !== null && (query.needsProxy || join === 'other_is_earlier'),
  })
  const cells = useMemo(() => {
    const joined = join === null ? own.cells : pairCells(own.cells, other.cells, join)
    return joined.map((cell) => ({ ...cell, figure: cell.figure && read(cell.figure) }))
  }, [own.cells, other.cells, join, read])
  return join === null ? { ...own, cells } : { ...joinAreas(own, other), cells }
}

/** Returns what is known about an area, fetched from the proxy when `needsProxy`. Buys only through `buyRest`. */
export function useAreaFigures({ name, at, selector, needsProxy, cells: known }: AreaQuery): Area {
  const client = useQueryClient()
  const version = useTileStoreVersion()
  const options = areaOptions(name, selector)
  const query = useQuery({ ...options, enabled: name !== null && needsProxy })
  const key = JSON.stringify(options.queryKey)
  const purchase = useMutation({
    // A yield buys the rest in two editions at once.
    mutationFn: async ({ distrustLookups }: { key: string; distrustLookups: boolean }) =>
      name && tellTogether(() => buyArea(client, { name, area: selector, distrustLookups })),
  })
  const isThisArea = purchase.variables?.key === key
  const facts = query.data ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  const cells = useMemo(
    () => (name === null ? [] : areaCells(tileStore, name, known, facts)),
    [name, known, facts, version],
  )
  const buy = (distrustLookups: boolean) => purchase.mutate({ key, distrustLookups })
  const again = () => buy(purchase.variables?.distrustLookups ?? false)
  const failed = isThisArea && purchase.isError ? { error: purchase.error, retry: again } : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  const leftOut = useMemo(
    () => (name === null ? 0 : cells.filter(({ cell }) => isLeftOut(tileStore, name, cell, facts)).length),
    [name, cells, facts, version],
  )
  const earlier = useEarlierRest(name, cells)
  // The map's own purchases may have brought the rest in the meantime.
  const rest = cells.some(({ state }) => state === 'not_bought' || state === 'failed')
    ? (earlier?.rest ?? facts?.rest ?? null)
    : null
  return {
    ...at,
    selector,
    cells,
    edition: name && (tileStore.edition(name) ?? facts?.edition ?? null),
    isLoading: at.failure === null && (name === null || query.isLoading),
    rest,
    missing: name === null || rest === null || earlier !== null ? [] : [{ name, area: selector }],
    rollupNote: facts?.rollupNote ?? null,
    isComplete: facts?.isComplete ?? true,
    buyRest: earlier?.buy ?? (() => buy(false)),
    leftOut:
      name === null || leftOut === 0 || earlier !== null
        ? null
        : { cells: leftOut, offer: { name, area: selector }, buy: () => buy(true) },
    isBuying: earlier?.isBuying ?? (isThisArea && purchase.isPending),
    failure:
      at.failure ??
      (query.isLoadingError
        ? { error: query.error, retry: () => void query.refetch() }
        : (failed ?? earlier?.failure ?? null)),
  }
}

/** True when a tile's state settles that of each of its cells. */
export function isConclusive(state: TileState): boolean {
  return state.kind === 'held' || state.kind === 'no_listings' || isUncovered(state)
}
