import { tickWidth } from '../../figures/tick-width.ts'

/** The width of charts in their own coordinates, which are about CSS pixels. */
export const CHART_WIDTH = 274
const GAP = 4

interface AxisLabel {
  /** The middle of the label. */
  readonly at: number
  readonly words: string
}

/**
 * Places the labels of an axis below their ticks, but within the chart, because a label that is cut off would read as
 * another number. A label without room beside the one before it is left out.
 */
export function placeLabels(labels: readonly AxisLabel[]): AxisLabel[] {
  const placed: AxisLabel[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { at, words } of labels) {
    const half = tickWidth(words) / 2
    const middle = Math.min(Math.max(at, half), CHART_WIDTH - half)
    if (middle - half < end + GAP) continue
    placed.push({ at: middle, words })
    end = middle + half
  }
  return placed
}
