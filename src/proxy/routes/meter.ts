import type { Handler } from 'hono'
import type { ViewerReader } from '../access/viewer.ts'
import type { CountLedger } from '../ledger/ledger.ts'
import { meterDetail } from '../spending/meter-detail.ts'
import type { Savings } from '../spending/savings.ts'
import type { Spending } from '../spending/spending.ts'

const MOST_LENSES = 20

/** `GET /api/meter`. */
export function meterRoute(spending: Spending, viewerOf: ViewerReader): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await spending.meter(viewerOf(c)))
  }
}

/** `GET /api/meter/detail`. */
export function meterDetailRoute(ledger: CountLedger, savings: Savings): Handler {
  return async (c) => {
    await savings.flush()
    const [days, lenses] = await Promise.all([ledger.spendingByDay(''), ledger.spendingByLens(MOST_LENSES)])
    c.header('Cache-Control', 'no-store')
    return c.json(meterDetail(days, lenses))
  }
}
