import { useEffect, useMemo } from 'react'
import type { Resolution } from '../../domain/cell.ts'
import { type Circle, circleCells } from '../../domain/distance.ts'
import type { CellState } from '../../domain/figure.ts'
import type { GeoId } from '../../domain/place.ts'
import type { Area } from '../areas/area.ts'
import { type Distribution, distributionOf } from '../areas/distribution.ts'
import { useAreaFigures } from '../areas/use-area.ts'
import { useResolutionOfCircle, useResolutionOfPlace } from '../areas/use-area-resolution.ts'
import { useBaselineFigure } from '../metric/baseline-figure.ts'
import { useBaselineKeyOf } from '../metric/use-reading.ts'
import type { Address } from '../state/address.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { useEditionName } from '../view/view-cells.ts'

const ofBaseline = (address: Address) => address.baselineResolution
const keep = (baselineResolution: Resolution) => setAddress({ baselineResolution }, 'replace')

/** The cells of a place as a baseline, at the baseline's own resolution. Buys nothing. */
export function usePlaceBaseline(geo_id: GeoId): Area {
  const at = useResolutionOfPlace(geo_id, { wanted: useAddress(ofBaseline), keep })
  const name = useEditionName(at.resolution)
  const selector = useMemo(() => ({ geo_id }), [geo_id])
  return useAreaFigures({ name, at, selector, needsProxy: true, cells: null })
}

/** The cells of a circle as a baseline. */
export function useCircleBaseline({ lat, lng, radius_km }: Circle): Area {
  const at = useResolutionOfCircle({ lat, lng, radius_km }, { wanted: useAddress(ofBaseline), keep })
  const name = useEditionName(at.resolution)
  const selector = useMemo(() => ({ lat, lng, radius_km }), [lat, lng, radius_km])
  const cells = useMemo(
    () => (at.resolution === null ? [] : circleCells(selector, at.resolution)),
    [selector, at.resolution],
  )
  return useAreaFigures({ name, at, selector, needsProxy: true, cells })
}

/** States in which a cell may have a figure that the page does not know. */
const UNKNOWN: readonly CellState[] = ['loading', 'not_bought', 'failed', 'finer_than_plan']

/** Returns the price per m² of a baseline's cells; null until all of them are held, or when none has a figure. */
export function baselineSpread({ cells, rest, isLoading, failure }: Area): Distribution | null {
  const isOpen = isLoading || failure !== null || rest !== null
  if (isOpen || cells.some(({ state }) => UNKNOWN.includes(state))) return null
  return distributionOf(cells.flatMap(({ figure }) => figure?.median_price_per_sqm ?? []))
}

/** Tells the rest of the page the baseline's figure. */
export function useNotedBaseline(area: Area): void {
  const key = useBaselineKeyOf()
  const perSqm = useMemo(() => baselineSpread(area)?.middle ?? null, [area])
  const isPending = area.isLoading || area.cells.some(({ state }) => state === 'loading')
  useEffect(() => {
    useBaselineFigure.setState({ found: key === null || isPending ? null : { key, perSqm } })
  }, [key, perSqm, isPending])
}
