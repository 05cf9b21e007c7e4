import { z } from '@hono/zod-openapi'
import { type UsageResponse, usageResponse } from '../../contract/assumptions.ts'
import { balanceOf } from './admit.ts'
import { endpoint, type ServiceApp } from './endpoint.ts'
import type { Admission, ServiceDeps } from './service-env.ts'

const route = endpoint({
  path: '/usage',
  summary: 'What the token is, and what its account has spent this cycle.',
  description: 'One entry for each group that has endpoints.',
  group: 'metadata',
  query: z.object({}),
  params: z.object({}),
  answer: usageResponse,
})

export function addUsage(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, (c) => c.json(usageOf(deps, c.get('admission')), 200))
}

function usageOf({ meter }: ServiceDeps, admission: Admission): UsageResponse {
  const { caller, plan, cycle } = admission
  const used = meter.used(balanceOf(admission))
  const allowance = plan.allowance.current
  return {
    token: { prefix: caller.prefix, kind: caller.kind },
    cycle_resets_at: cycle.resetsAt?.toISOString() ?? null,
    degraded: meter.degraded(),
    groups: [
      {
        group: 'current',
        used,
        remaining: used === null ? null : Math.max(0, allowance - used),
        metered: true,
        rate_per_min: plan.rate_per_min.current,
        limits: { cycle: allowance },
      },
      {
        group: 'metadata',
        used: null,
        remaining: null,
        metered: false,
        rate_per_min: plan.rate_per_min.metadata,
        limits: null,
      },
    ],
  }
}
