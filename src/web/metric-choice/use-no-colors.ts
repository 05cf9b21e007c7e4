import { useReading } from '../metric/use-reading.ts'
import type { ViewCells } from '../view/view-cells.ts'
import { gapWords, notGivenWords } from './gap-words.ts'

/** Returns why figures that are in view have no colour under the metric in force; null where they have one, or none is there. */
export function useNoColors(view: ViewCells | null): string | null {
  const { metric, gap, isPending } = useReading()
  if (isPending || !hasFigures(view)) return null
  return gap === null ? notGivenWords(view, metric) : gapWords(gap)
}

function hasFigures(view: ViewCells | null): boolean {
  return view?.isSettled === true && view.counts.observed + view.counts.estimated > 0
}
