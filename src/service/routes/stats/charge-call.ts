import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { IDEMPOTENCY_KEY } from '../../../contract/limits.ts'
import type { MeteredGroup } from '../../plans/plans.ts'
import { balanceOf } from '../../requests/admit.ts'
import { Refusal } from '../../requests/refusal.ts'
import type { ServiceDeps, ServiceEnv } from '../../requests/service-env.ts'

/**
 * Charges a metered call. This is the last check, so a refused call costs nothing. Returns a function that refunds the
 * charge, for failures of the service. Refuses when the allowance is spent.
 */
export async function chargeCall(
  c: Context<ServiceEnv>,
  { meter }: ServiceDeps,
  group: MeteredGroup,
): Promise<() => Promise<void>> {
  const admission = c.get('admission')
  const quota = c.get('quota')
  const balance = { ...balanceOf(admission, group), ...onceOf(c) }
  const allowance = admission.plan.allowance[group]
  const charge = await meter.charge(balance, allowance)
  switch (charge.kind) {
    case 'charged':
      quota.used = charge.used
      return async () => {
        await meter.refund(balance)
        quota.used = await meter.used(balance)
      }
    case 'unmetered':
      quota.used = null
      return async () => {}
    case 'spent': {
      quota.used = charge.used
      const resets_at = admission.cycle.resetsAt?.toISOString()
      throw new Refusal('quota_exhausted', `all ${allowance} requests of group "${group}" in this cycle are spent`, {
        limit: allowance,
        ...(resets_at ? { resets_at } : {}),
      })
    }
  }
}

/** The call's name, if its sender gave a key: the key with path and query, so that no other call is free. */
function onceOf({ req }: Context<ServiceEnv>): { once?: string } {
  const key = req.header(IDEMPOTENCY_KEY)
  if (key === undefined || !/^[\x21-\x7e]{8,128}$/.test(key)) return {}
  return {
    once: createHash('sha256')
      .update(`${key} ${new URL(req.url).pathname}${new URL(req.url).search}`)
      .digest('hex')
      .slice(0, 32),
  }
}
