import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { quotaHeaders } from './quota-headers.ts'
import type { Log, ServiceEnv } from './service-env.ts'

/** Gives each answer its request id and quota headers, and logs it; never a query, which may hold what it should not. */
export function stamp(log: Log): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const began = performance.now()
    const request_id = randomUUID()
    c.set('requestId', request_id)
    await next()
    for (const [name, value] of Object.entries(standingHeaders(request_id))) c.header(name, value)
    const quota = c.get('quota')
    if (quota) for (const [name, value] of quotaHeaders(quota, c.res.status)) c.header(name, value)
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

/** Headers of every answer, whatever it is. */
export function standingHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'private, no-store' }
}
