import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { HEADERS } from '../../contract/limits.ts'
import type { Log, Quota, ServiceEnv } from './service-env.ts'

/** Gives each answer its request id and quota headers, and logs it; never a query, which may hold what it should not. */
export function stamp(log: Log): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const began = performance.now()
    const request_id = randomUUID()
    c.set('requestId', request_id)
    await next()
    c.header('X-Request-Id', request_id)
    c.header('Cache-Control', 'private, no-store')
    const quota = c.get('quota')
    if (quota) writeQuota(c, quota)
    log.debug({
      request_id,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      account: c.get('admission')?.caller.account,
      ms: Math.round((performance.now() - began) * 10) / 10,
    })
  }
}

function writeQuota(c: Context, { group, limit, used, resetsAt, rate }: Quota): void {
  c.header(HEADERS.quotaGroup, group)
  c.header(HEADERS.quotaLimit, String(limit))
  if (used !== null) c.header(HEADERS.quotaUsed, String(used))
  if (resetsAt) c.header(HEADERS.quotaReset, resetsAt.toISOString())
  c.header(HEADERS.rateLimit, String(rate.limit))
  c.header(HEADERS.rateRemaining, String(rate.remaining))
  if (c.res.status === 429) c.header(HEADERS.retryAfter, String(rate.retry_after_s))
}
