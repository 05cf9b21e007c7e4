import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createProxyMetrics } from './metrics.ts'
import type { RawAnswer } from './upstream/connection/service-answer.ts'
import type { ServiceConnection } from './upstream/connection/service-connection.ts'

const quota = (limit: number, used: number) => ({
  'x-quota-group': 'current',
  'x-quota-limit': String(limit),
  'x-quota-used': String(used),
})

it('the allowance is not spent because a refused token has none', async () => {
  const registry = new Registry()
  const answers: RawAnswer[] = [
    { status: 200, headers: quota(1_000, 10), body: new TextEncoder().encode('{}') },
    { status: 401, headers: quota(0, 0), body: new TextEncoder().encode('{"error":"invalid_token"}') },
  ]
  const connection = createProxyMetrics(registry).watchConnection({
    basePath: '/public/v1',
    get: async () => ({ kind: 'answer', answer: answers.shift() }),
  } as unknown as ServiceConnection)
  for (let call = 0; call < 2; call++) await connection.get('/public/v1/stats/current?geo_id=es', 'metered')
  const page = await registry.metrics()
  expect(page).toContain('outcome="invalid_token"} 1')
  expect(page).toContain('squaremetre_proxy_allowance_remaining_requests{group="current"} 990')
})
