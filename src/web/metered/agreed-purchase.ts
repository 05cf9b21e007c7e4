import { create } from 'zustand'
import type { PurchaseQuote } from '../../contract/proxy-api.ts'

/** What a purchase has cost. */
type Outcome = Pick<PurchaseQuote, 'calls' | 'bought_cells'>

/** The last purchase to which the viewer agreed, null before there is one; `count` tells it from one that cost the same. */
export const useAgreedPurchase = create<{ last: Outcome | null; count: number }>(() => ({ last: null, count: 0 }))

/** Notes what a purchase to which the viewer agreed has cost, once it is done; one that cost nothing is not told. */
export function noteOutcome({ calls, bought_cells }: Outcome): void {
  if (calls > 0) useAgreedPurchase.setState(({ count }) => ({ last: { calls, bought_cells }, count: count + 1 }))
}
