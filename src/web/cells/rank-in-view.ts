import type { Cell } from '../../domain/cell.ts'
import type { Metric } from '../../domain/figure.ts'
import type { CellView, ViewCells } from '../view/view-cells.ts'

/** Returns a cell's rank among the cells with a figure, 1 for the highest; ties share a rank. Null without a figure. */
export function rankInView(
  cells: readonly CellView[],
  cell: Cell,
  metric: Metric,
): { place: number; of: number } | null {
  const own = cells.find((each) => each.cell === cell)?.figure?.[metric] ?? null
  if (own === null) return null
  const values = cells.flatMap(({ figure }) => figure?.[metric] ?? [])
  return { place: 1 + values.filter((value) => value > own).length, of: values.length }
}

/** True where cells in view may have figures that the page does not know, so that a rank says nothing about them. */
export function isRankPartial({ counts }: Pick<ViewCells, 'counts'>): boolean {
  return counts.not_bought + counts.finer_than_plan + counts.failed + counts.loading > 0
}
