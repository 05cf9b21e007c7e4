import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import type { ExchangeMetrics } from './exchange-metrics.ts'
import { REQUEST_ID_HEADER, requestIdOf, withinRequest } from './request-id.ts'

/** What is known of a request in its course. */
export interface ExchangeVariables {
  requestId: string
  /** The error code of the answer, where it is a refusal. */
  refusalCode?: string
}

/** Paths by which a server is watched; their lines would drown all others. */
const WATCH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Gives each request its id, and when its answer has been sent counts it and logs one line: by the template of its path,
 * never by path or query, which may hold what no log should. `about` adds fields to the line.
 */
export function recordExchanges(deps: {
  log: Logger
  metrics: ExchangeMetrics
  about?: (c: Context) => Record<string, unknown>
}): MiddlewareHandler {
  const { log, metrics, about } = deps
  return async (c, next) => {
    const began = performance.now()
    const requestId = requestIdOf(c.req.header(REQUEST_ID_HEADER))
    c.set('requestId', requestId)
    metrics.begin()
    await withinRequest(requestId, next)
    // Not c.header, which makes a finished answer anew, as a stream.
    const { status, headers } = c.res
    headers.set(REQUEST_ID_HEADER, requestId)
    onceSent(c, (isWhole) => {
      const exchange = { method: c.req.method, route: routeTemplate(c), status }
      const code: string | undefined = c.get('refusalCode')
      const duration_ms = performance.now() - began
      metrics.end({ ...exchange, code, seconds: duration_ms / 1000 })
      const level = WATCH_PATHS.has(exchange.route) ? 'debug' : 'info'
      const fields = { request_id: requestId, ...exchange, code, duration_ms: Math.round(duration_ms * 10) / 10 }
      log[level]({ ...fields, ...about?.(c) }, isWhole ? 'answered' : 'the client left before the answer was whole')
    })
  }
}

/** The registered path that matched, parameters unfilled; that of what catches a whole folder where nothing else did. */
export function routeTemplate(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path)
  return paths.find((path) => !path.endsWith('*')) ?? paths.find((path) => path !== '/*') ?? '/*'
}

/** Calls once the answer, a stream's last line included, was handed to the network, or the client had left. */
function onceSent(c: Context, done: (isWhole: boolean) => void): void {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  // Where the app is called without a network, as in a test, there is nothing to wait for.
  if (outgoing === undefined) done(true)
  else if (outgoing.closed) done(false)
  else outgoing.once('close', () => done(outgoing.writableFinished))
}
