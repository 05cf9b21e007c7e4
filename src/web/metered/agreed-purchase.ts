import { create } from 'zustand'
import { type Cost, sumOfCosts } from '../tiles/cost.ts'

/** The last purchase to which the viewer agreed, null before there is one; `count` tells it from one that cost the same. */
export const useAgreedPurchase = create<{ last: Cost | null; count: number }>(() => ({ last: null, count: 0 }))

let underWay = 0
let untold: Cost | null = null

/** Runs what one agreement buys with several requests: what they cost is told together, once all that run are done. */
export async function tellTogether<Result>(buy: () => Promise<Result>): Promise<Result> {
  underWay += 1
  try {
    return await buy()
  } finally {
    underWay -= 1
    tell()
  }
}

/** Notes what a purchase to which the viewer agreed has cost, once it is done; one that cost nothing is not told. */
export function noteOutcome(cost: Cost): void {
  if (cost.calls === 0) return
  untold = sumOfCosts(untold === null ? [cost] : [untold, cost])
  tell()
}

function tell(): void {
  if (underWay > 0 || untold === null) return
  const last = untold
  untold = null
  useAgreedPurchase.setState(({ count }) => ({ last, count: count + 1 }))
}
