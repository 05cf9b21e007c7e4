import type { ServerResponse } from 'node:http'
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

/** Where it is kept what was asked and answered. */
interface ExchangeRecords {
  readonly log: Logger
  readonly metrics: ExchangeMetrics
}

/**
 * Gives each request its id, counts it and logs one line once its answer has been sent: by the template of its path, never
 * by path or query, which may hold what no log should. `about` adds fields to the line.
 */
export function recordExchanges({
  log,
  metrics,
  about,
}: ExchangeRecords & { about?: (c: Context) => Record<string, unknown> }): MiddlewareHandler {
  // All fields are named here and none can hold a credential: looking for one costs more than writing the line.
  const lines = log.child({}, { redact: [] })
  return async (c, next) => {
    const began = performance.now()
    metrics.begin()
    const request_id = requestIdOf(c.req.header(REQUEST_ID_HEADER))
    c.set('requestId', request_id)
    const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing as ServerResponse | undefined
    // Set here it costs little: the headers of an answer of the web's kind are read and checked one by one.
    outgoing?.setHeader(REQUEST_ID_HEADER, request_id)
    await withinRequest(request_id, next)
    const told = (isWhole: boolean) => {
      const duration_ms = performance.now() - began
      const code: string | undefined = c.get('refusalCode')
      const exchange = { method: c.req.method, route: routeTemplate(c), status: c.res.status, code }
      metrics.end({ ...exchange, seconds: duration_ms / 1000 })
      const level = WATCH_PATHS.has(exchange.route) ? 'debug' : 'info'
      const fields = { request_id, ...exchange, duration_ms: Math.round(duration_ms * 10) / 10, ...about?.(c) }
      lines[level](fields, isWhole ? 'answered' : 'the client left before the answer was whole')
    }
    if (outgoing !== undefined) return onceSent(outgoing, told)
    // Where the app is called without a network, as in a test, there is nothing to wait for. Not c.header, which makes a
    // finished answer anew, as a stream.
    c.res.headers.set(REQUEST_ID_HEADER, request_id)
    told(true)
  }
}

/** The registered path that matched, parameters unfilled; that of what catches a whole folder where nothing else did. */
export function routeTemplate(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path)
  return paths.find((path) => !path.endsWith('*')) ?? paths.find((path) => path !== '/*') ?? '/*'
}

/** Calls once the answer, a stream's last line included, was handed to the network, or the client had left. */
function onceSent(outgoing: ServerResponse, done: (isWhole: boolean) => void): void {
  if (outgoing.closed) done(false)
  else outgoing.once('close', () => done(outgoing.writableFinished))
}
