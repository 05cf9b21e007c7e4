import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import { formatCalls, formatCells } from '../ui/words/format.ts'

/** A cost in words: `2 calls, 4,116 cells`. */
export function costWords({ calls, bought_cells }: Pick<PurchaseQuote, 'calls' | 'bought_cells'>): string {
  return `${formatCalls(calls)}, ${formatCells(bought_cells)}`
}
