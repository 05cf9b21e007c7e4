import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Client } from '../../server/http/client-address.ts'
import { recordExchanges } from '../../server/http/exchanges.ts'
import { quotaHeaders } from './quota-headers.ts'
import type { ServiceDeps, ServiceEnv } from './service-env.ts'

/** Gives each response a request id, counts it, and logs it with the account and quota group. */
export function record({ log, metrics }: ServiceDeps): MiddlewareHandler {
  return recordExchanges({ log, metrics: metrics.exchanges, about })
}

function about(c: Context<ServiceEnv>) {
  return { account: c.get('admission')?.caller.account_id, group: c.get('quota')?.group }
}

/** Finds out who is calling, and gives each response its quota headers. */
export function stamp({ client }: ServiceDeps): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
    // Without a network connection, as in tests, all clients are the same.
    c.set('client', incoming === undefined ? NOBODY : client(incoming))
    await next()
    // Not c.header, which copies a finished response as a stream.
    const { status, headers } = c.res
    for (const [name, value] of Object.entries(standingHeaders())) headers.set(name, value)
    const quota = c.get('quota')
    if (quota) for (const [name, value] of quotaHeaders(quota, status)) headers.set(name, value)
  }
}

const NOBODY: Client = { address: 'nowhere', scheme: 'http' }

/** Headers of every response. */
export function standingHeaders(): Record<string, string> {
  return { 'Cache-Control': 'private, no-store' }
}
