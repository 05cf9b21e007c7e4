import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import type { Exchange, ExchangeMetrics } from './exchange-metrics.ts'
import { REQUEST_ID_HEADER, requestIdOf, withinRequest } from './request-id.ts'

/** What is known of a request in its course. */
export interface ExchangeVariables {
  requestId: string
  /** The error code of the answer, where it is a refusal. */
  refusalCode?: string
}

/** Paths by which a server is watched; their lines would drown all others. */
const WATCH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Where it is kept what was asked and answered. */
export interface ExchangeRecords {
  readonly log: Logger
  readonly metrics: ExchangeMetrics
}

type EndExchange = (exchange: Omit<Exchange, 'seconds'>, isWhole: boolean, about?: Record<string, unknown>) => void

/**
 * Counts a request that has come. What it answers is told once the answer has been sent, counts it too and logs one line:
 * by the template of its path, never by path or query, which may hold what no log should. `about` adds fields to the line.
 */
export function beginExchange({ log, metrics }: ExchangeRecords, requestId: string): EndExchange {
  const began = performance.now()
  metrics.begin()
  return (exchange, isWhole, about) => {
    const duration_ms = performance.now() - began
    metrics.end({ ...exchange, seconds: duration_ms / 1000 })
    const level = WATCH_PATHS.has(exchange.route) ? 'debug' : 'info'
    const fields = { request_id: requestId, ...exchange, duration_ms: Math.round(duration_ms * 10) / 10 }
    log[level]({ ...fields, ...about }, isWhole ? 'answered' : 'the client left before the answer was whole')
  }
}

/** Gives each request its id, and counts and logs it. */
export function recordExchanges({
  about,
  ...records
}: ExchangeRecords & { about?: (c: Context) => Record<string, unknown> }): MiddlewareHandler {
  return async (c, next) => {
    const requestId = requestIdOf(c.req.header(REQUEST_ID_HEADER))
    c.set('requestId', requestId)
    const end = beginExchange(records, requestId)
    await withinRequest(requestId, next)
    // Not c.header, which makes a finished answer anew, as a stream.
    const { status, headers } = c.res
    headers.set(REQUEST_ID_HEADER, requestId)
    const told = (isWhole: boolean) => {
      const code: string | undefined = c.get('refusalCode')
      end({ method: c.req.method, route: routeTemplate(c), status, code }, isWhole, about?.(c))
    }
    const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
    // Where the app is called without a network, as in a test, there is nothing to wait for.
    if (outgoing === undefined) told(true)
    else onceSent(outgoing as ServerResponse, told)
  }
}

/** The registered path that matched, parameters unfilled; that of what catches a whole folder where nothing else did. */
export function routeTemplate(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path)
  return paths.find((path) => !path.endsWith('*')) ?? paths.find((path) => path !== '/*') ?? '/*'
}

/** Calls once the answer, a stream's last line included, was handed to the network, or the client had left. */
export function onceSent(outgoing: ServerResponse, done: (isWhole: boolean) => void): void {
  if (outgoing.closed) done(false)
  else outgoing.once('close', () => done(outgoing.writableFinished))
}
