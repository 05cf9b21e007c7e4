import { CELL_STATES, type CellState, type Metric } from '../../../domain/figure.ts'
import { type Units, valueToCompute } from '../../figures/figure-words.ts'
import type { CellView } from '../../view/view-cells.ts'

/** The figures of an area's cells. */
export interface AreaFigures {
  /** The metric's values in observed cells that have one. */
  readonly observed: readonly number[]
  readonly estimated: readonly number[]
  readonly counts: AreaCounts
}

/** The number of an area's cells in each state. */
export type AreaCounts = Readonly<Record<CellState, number>>

/** Counts an area's cells by state and collects the metric's values from those that have figures. */
export function areaFigures(cells: readonly CellView[], metric: Metric): AreaFigures {
  const valuesOf = (state: CellState) =>
    cells.flatMap(({ state: own, figure }) => {
      const value = own === state ? figure?.[metric] : null
      return typeof value === 'number' ? [value] : []
    })
  const counts = Object.fromEntries(CELL_STATES.map((state) => [state, 0])) as Record<CellState, number>
  for (const { state } of cells) counts[state]++
  return { observed: valuesOf('observed'), estimated: valuesOf('estimated'), counts }
}

/** Returns an area's values in the units shown, without a further rate. They are rounded where they are displayed. */
export function convertFigures(figures: AreaFigures, metric: Metric, units: Units): AreaFigures {
  const convert = (value: number) => valueToCompute(value, metric, units)
  return { ...figures, observed: figures.observed.map(convert), estimated: figures.estimated.map(convert) }
}
