import type { Metric } from '../../domain/figure.ts'
import type { CellView } from '../view/view-cells.ts'

/** The figures of an area's cells. */
export interface AreaFigures {
  /** The metric's values in observed cells that have one. */
  readonly observed: readonly number[]
  readonly estimated: readonly number[]
  readonly counts: AreaCounts
}

/** The number of cells in each state; the sum is the number of the area's cells that are not in the sea. */
export interface AreaCounts {
  readonly observed: number
  readonly estimated: number
  readonly tooFew: number
  readonly noListings: number
  readonly notCovered: number
  /** Not bought, or refused. */
  readonly notHeld: number
}

/** Counts an area's cells by state and collects the metric's values from those that have figures. */
export function areaFigures(cells: readonly CellView[], metric: Metric): AreaFigures {
  const valuesOf = (state: CellView['state']) =>
    cells.flatMap(({ state: own, figure }) => {
      const value = own === state ? figure?.[metric] : null
      return typeof value === 'number' ? [value] : []
    })
  const count = (...states: CellView['state'][]) => cells.filter(({ state }) => states.includes(state)).length
  const counts = {
    observed: count('observed'),
    estimated: count('estimated'),
    tooFew: count('too_few'),
    noListings: count('no_listings'),
    notCovered: count('not_covered'),
    notHeld: count('not_bought', 'finer_than_plan', 'failed', 'loading'),
  }
  return { observed: valuesOf('observed'), estimated: valuesOf('estimated'), counts }
}
