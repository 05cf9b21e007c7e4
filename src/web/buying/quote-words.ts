import { sum } from 'd3-array'
import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import { t } from '../language/translate.ts'
import { formatCalls, formatCells } from '../ui/words/format.ts'

/** What something costs before it is bought. */
export type Cost = Pick<PurchaseQuote, 'calls' | 'bought_cells' | 'is_estimate'>

/** A number of calls in words: `2 calls`, or `about 2 calls` where it is an estimate. */
export function callsWords({ calls, is_estimate }: Pick<Cost, 'calls' | 'is_estimate'>): string {
  return is_estimate ? t('about {count, plural, one {# call} other {# calls}}', { count: calls }) : formatCalls(calls)
}

/** A cost in words: `2 calls, 4,116 cells`. */
export function costWords(cost: Cost): string {
  return `${callsWords(cost)}, ${formatCells(cost.bought_cells)}`
}

/** What several purchases cost together: an estimate where one of them is. */
export function sumOfCosts(costs: readonly Cost[]): Cost {
  return {
    calls: sum(costs, ({ calls }) => calls),
    ...(costs.some(({ is_estimate }) => is_estimate) && { is_estimate: true }),
    bought_cells: sum(costs, ({ bought_cells }) => bought_cells),
  }
}
