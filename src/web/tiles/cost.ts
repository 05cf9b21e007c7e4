import type { PurchaseQuote } from '../../contract/proxy-api.ts'

/** What something costs, before or after it is bought. */
export type Cost = Pick<PurchaseQuote, 'calls' | 'bought_cells' | 'is_estimate'>

/** What several purchases cost together: an estimate where one of them is. */
export function sumOfCosts(costs: readonly Cost[]): Cost {
  return {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    ...(costs.some(({ is_estimate }) => is_estimate) && { is_estimate: true }),
    bought_cells: costs.reduce((sum, { bought_cells }) => sum + bought_cells, 0),
  }
}
