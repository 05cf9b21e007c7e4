import { t } from '../language/translate.ts'
import type { Cost } from '../tiles/cost.ts'
import { formatCalls, formatCells } from '../ui/words/format.ts'

/** A number of calls in words: `2 calls`, or `about 2 calls` where it is an estimate. */
export function callsWords({ calls, is_estimate }: Pick<Cost, 'calls' | 'is_estimate'>): string {
  return is_estimate ? t('about {count, plural, one {# call} other {# calls}}', { count: calls }) : formatCalls(calls)
}

/** A cost in words: `2 calls, 4,116 cells`. */
export function costWords(cost: Cost): string {
  return `${callsWords(cost)}, ${formatCells(cost.bought_cells)}`
}
