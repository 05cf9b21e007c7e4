import type { Handler } from 'hono'
import { meterDetail } from '../core/meter-detail.ts'
import type { Ledger } from '../io/ledger.ts'
import type { Savings } from '../io/savings.ts'
import type { Spending } from '../io/spending.ts'
import type { ViewerReader } from './viewer.ts'

const MOST_LENSES = 20

/** `GET /api/meter`. */
export function meterRoute(spending: Spending, viewerOf: ViewerReader): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await spending.meter(viewerOf(c)))
  }
}

/** `GET /api/meter/detail`. */
export function meterDetailRoute(ledger: Ledger, savings: Savings): Handler {
  return async (c) => {
    await savings.flush()
    const [days, lenses] = await Promise.all([ledger.spendingByDay(''), ledger.spendingByLens(MOST_LENSES)])
    c.header('Cache-Control', 'no-store')
    return c.json(meterDetail(days, lenses))
  }
}
