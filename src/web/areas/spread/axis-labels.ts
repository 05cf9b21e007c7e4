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
 * another number. Without room for all, every second has one, or every third, so that they are evenly apart.
 */
export function placeLabels(labels: readonly AxisLabel[]): AxisLabel[] {
  const inside = labels.map(moveInside)
  for (let step = 1; step < labels.length; step += 1) {
    const placed = inside.filter((_, index) => index % step === 0)
    if (isApart(placed)) return placed
  }
  return inside.slice(0, 1)
}

function moveInside({ at, words }: AxisLabel): AxisLabel {
  const half = tickWidth(words) / 2
  return { at: Math.min(Math.max(at, half), CHART_WIDTH - half), words }
}

function isApart(placed: readonly AxisLabel[]): boolean {
  return placed.slice(1).every(({ at, words }, index) => {
    const before = placed[index]
    return !before || at - before.at >= (tickWidth(before.words) + tickWidth(words)) / 2 + GAP
  })
}
