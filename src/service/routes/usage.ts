import { z } from '@hono/zod-openapi'
import { type UsageResponse, usageResponse } from '../../contract/service/assumptions.ts'
import type { Meter } from '../metering/meter.ts'
import { METERED_GROUPS, type MeteredGroup } from '../plans/plans.ts'
import { balanceOf } from '../requests/admit.ts'
import { endpoint, type ServiceApp } from '../requests/endpoint.ts'
import type { Admission, ServiceDeps } from '../requests/service-env.ts'

const route = endpoint({
  path: '/usage',
  summary: 'The token, and what its account has spent this cycle.',
  description:
    'One entry per quota group. `reports` has an allowance of its own, which is 0 until reports are shipped. `degraded` is checked at this request.',
  group: 'metadata',
  query: z.object({}),
  params: z.object({}),
  answer: usageResponse,
})

export function addUsage(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => c.json(await usageOf(deps, c.get('admission')), 200))
}

async function usageOf({ meter, limiter, callers }: ServiceDeps, admission: Admission): Promise<UsageResponse> {
  const { caller, plan, cycle } = admission
  return {
    token: { prefix: caller.prefix, kind: caller.kind },
    cycle_resets_at: cycle.resetsAt?.toISOString() ?? null,
    degraded: meter.degraded() || limiter.degraded() || callers.degraded(),
    groups: [
      ...(await Promise.all(METERED_GROUPS.map((group) => meteredUsage(meter, admission, group)))),
      {
        group: 'metadata',
        used: null,
        remaining: null,
        metered: false,
        rate_per_min: plan.rate_per_min.metadata,
        limits: null,
      },
      // Reports are not shipped, so there is nothing to spend; requests to their path count as free ones.
      {
        group: 'reports',
        used: 0,
        remaining: 0,
        metered: false,
        rate_per_min: plan.rate_per_min.metadata,
        limits: { cycle: 0 },
      },
    ],
  }
}

async function meteredUsage(
  meter: Meter,
  admission: Admission,
  group: MeteredGroup,
): Promise<UsageResponse['groups'][number]> {
  const { plan } = admission
  const used = await meter.used(balanceOf(admission, group))
  const allowance = plan.allowance[group]
  return {
    group,
    used,
    remaining: used === null ? null : Math.max(0, allowance - used),
    metered: true,
    rate_per_min: plan.rate_per_min[group],
    limits: { cycle: allowance },
  }
}
