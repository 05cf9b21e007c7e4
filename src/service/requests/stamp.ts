import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Client } from '../../server/client-address.ts'
import { recordExchanges } from '../../server/exchanges.ts'
import { quotaHeaders } from './quota-headers.ts'
import type { ServiceDeps, ServiceEnv } from './service-env.ts'

/** Gives each answer its request id, counts it and logs it with the account that asked and the group that it spent from. */
export function record({ log, metrics }: ServiceDeps): MiddlewareHandler {
  return recordExchanges({ log, metrics: metrics.exchanges, about })
}

function about(c: Context<ServiceEnv>) {
  return { account: c.get('admission')?.caller.account_id, group: c.get('quota')?.group }
}

/** Finds out who asks, and gives each answer its quota headers. */
export function stamp({ client }: ServiceDeps): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
    // Where the app is called without a network, as in a test, nobody is told apart.
    c.set('client', incoming === undefined ? NOBODY : client(incoming))
    await next()
    // Not c.header, which makes a finished answer anew, as a stream.
    const { status, headers } = c.res
    for (const [name, value] of Object.entries(standingHeaders())) headers.set(name, value)
    const quota = c.get('quota')
    if (quota) for (const [name, value] of quotaHeaders(quota, status)) headers.set(name, value)
  }
}

const NOBODY: Client = { address: 'nowhere', scheme: 'http' }

/** Headers of every answer, whatever it is. */
export function standingHeaders(): Record<string, string> {
  return { 'Cache-Control': 'private, no-store' }
}
