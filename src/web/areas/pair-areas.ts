import type { Cell } from '../../domain/cell.ts'
import { type Join, joinedMetric, joinedValue, pairCellStates } from '../metric/pair-tiles.ts'
import { sumOfCosts } from '../tiles/cost.ts'
import type { CellView } from '../view/view-cells.ts'
import type { Area } from './area.ts'

/** Joins an area's cells in one edition with the same cells in another. */
export function pairCells(own: readonly CellView[], other: readonly CellView[], join: Join): CellView[] {
  const others = new Map<Cell, CellView>(other.map((view) => [view.cell, view]))
  return own.map(({ cell, state, figure }) => {
    const side = others.get(cell)
    const joined = pairCellStates(state, side?.state ?? 'loading')
    const [ours, theirs] = [figure?.median_price_per_sqm ?? null, side?.figure?.median_price_per_sqm ?? null]
    const value = joinedValue(join, ours, theirs)
    if (figure === null || side?.figure == null) return { cell, state: joined, figure: null }
    // A row without a price per m² is not part of a pair.
    if (value === null) return { cell, state: 'too_few', figure: null }
    return {
      cell,
      state: joined,
      figure: { ...figure, estimated: joined === 'estimated', [joinedMetric(join)]: value },
    }
  })
}

/** Joins what is left to buy of both areas: one price, one button. */
export function joinAreas(own: Area, other: Area): Area {
  const rests = [own.rest, other.rest].filter((rest) => rest !== null)
  const leftOut = [own, other].find((area) => area.leftOut !== null) ?? own
  return {
    ...own,
    isLoading: own.isLoading || other.isLoading,
    rest:
      rests.length === 0
        ? null
        : { ...sumOfCosts(rests), refusal: rests.find(({ refusal }) => refusal !== null)?.refusal ?? null },
    missing: [...own.missing, ...other.missing],
    isComplete: own.isComplete && other.isComplete,
    buyRest: () => {
      if (own.rest !== null) own.buyRest()
      if (other.rest !== null) other.buyRest()
    },
    leftOut: leftOut.leftOut,
    isBuying: own.isBuying || other.isBuying,
    failure: own.failure ?? other.failure,
  }
}
