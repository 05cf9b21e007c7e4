import type { Account } from '../accounts/account-row.ts'
import type { TokenRecord } from '../accounts/account-store.ts'
import type { DayUse } from '../metering/spent-store.ts'
import { type Cycle, cycleAt } from '../plans/cycle.ts'
import { type MeteredGroup, type Plan, planOf } from '../plans/plans.ts'
import { planInForce } from '../plans/watch-plans.ts'
import type { ServiceDeps } from '../requests/service-env.ts'
import type { Session } from './session.ts'

/** How many days of usage the page shows. */
export const USAGE_DAYS = 30

const DAY_MS = 24 * 60 * 60_000

/** Everything that the page shows about an account. */
export interface AccountFacts {
  readonly account: Account
  readonly plan: Plan
  readonly cycle: Cycle
  /** Null while the metering store is unavailable. */
  readonly used: Readonly<Record<MeteredGroup, number | null>>
  readonly usage: readonly DayUse[]
  readonly tokens: readonly TokenRecord[]
  readonly formToken: string
}

/** Reads what the page shows for a session's account. */
export async function readFacts(
  { accounts, meter, plans, clock }: ServiceDeps,
  session: Session,
): Promise<AccountFacts> {
  const { account, formToken } = session
  const now = clock()
  const cycle = cycleAt(account.anchor_day, now)
  const usedOf = (quota_group: MeteredGroup) => meter.used({ account: account.id, quota_group, cycle: cycle.key })
  const since = new Date(now.getTime() - (USAGE_DAYS - 1) * DAY_MS)
  return {
    account,
    plan: planInForce(plans, account.plan) ?? planOf(plans(), account),
    cycle,
    used: { current: await usedOf('current'), history: await usedOf('history') },
    usage: await meter.usedByDay(account.id, since.toISOString().slice(0, 10)),
    tokens: await accounts.listTokens(account.id),
    formToken,
  }
}
