import { useReading } from '../metric/use-reading.ts'
import { isEmbedded } from '../state/embedded.ts'
import { usePage } from '../state/store.ts'
import { useIsPhone } from '../ui/device/use-media.ts'
import type { ViewCells } from '../view/view-cells.ts'
import { gapWords, notGivenWords } from './gap-words.ts'

/** Returns why figures that are in view have no colour under the metric in force; null where they have one, or none is there. */
export function useNoColors(view: ViewCells | null): string | null {
  const { metric, gap, isPending } = useReading()
  if (isPending || !hasFigures(view)) return null
  return gap === null ? notGivenWords(view, metric) : gapWords(gap)
}

/** True while the map itself says why there are no colours, because the field that the reason stands at is out of sight. */
export function useIsNoColorsNoticed(): boolean {
  const isPhone = useIsPhone()
  return usePage(({ panelTab, sheet, drawing, isChoosingArea }) => {
    const isAtField = panelTab === 'map' && (!isPhone || sheet === 'panel')
    const isInTheWay = drawing !== null || isChoosingArea || (isPhone && sheet !== null)
    return !isAtField && !isInTheWay && !isEmbedded
  })
}

function hasFigures(view: ViewCells | null): boolean {
  return view?.isSettled === true && view.counts.observed + view.counts.estimated > 0
}
