import { markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { windowMonths } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import type { HistoryChange } from './history-points.ts'

/** Says a change, and in which currency it is where that is not the one shown; null for the one shown. */
export function changeWords(change: HistoryChange, units: Units, currency: string | null): string {
  const parts = {
    change: markEstimate(formatFigure(change.percent, 'difference', units), change.isEstimate),
    since: windowMonths(change.since),
    until: windowMonths(change.until),
  }
  return currency === null
    ? t('{change} from {since} to {until}', parts)
    : t('{change} in {currency}, from {since} to {until}', { ...parts, currency })
}
