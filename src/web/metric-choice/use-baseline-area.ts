import { useEffect, useMemo } from 'react'
import type { CellState } from '../../domain/figure.ts'
import type { Area } from '../areas/area.ts'
import { type Distribution, distributionOf } from '../areas/spread/distribution.ts'
import { useChosenFigures } from '../areas/use-chosen-area.ts'
import { useBaselineFigure } from '../metric/baseline-figure.ts'
import { useBaselineKeyOf } from '../metric/use-reading.ts'
import { baselineOf } from '../state/address/area-choice.ts'
import { useAddress } from '../state/use-address.ts'

/** The area that the others, and the map, are compared with; null without areas. Buys nothing. */
export function useBaselineArea(): Area | null {
  return useChosenFigures(useAddress(baselineOf))
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
export function useNotedBaseline(area: Area | null): void {
  const key = useBaselineKeyOf()
  const perSqm = useMemo(() => (area && baselineSpread(area)?.middle) ?? null, [area])
  const isPending = area?.isLoading === true || area?.cells.some(({ state }) => state === 'loading') === true
  useEffect(() => {
    useBaselineFigure.setState({ found: key === null || isPending ? null : { key, perSqm } })
  }, [key, perSqm, isPending])
}
