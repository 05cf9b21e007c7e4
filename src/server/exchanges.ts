import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import type { ExchangeMetrics } from './exchange-metrics.ts'
import { REQUEST_ID_HEADER, requestIdOf, withinRequest } from './request-id.ts'

/** Variables that a request carries through the app. */
export interface ExchangeVariables {
  requestId: string
  /** The error code, when the response is a refusal. */
  refusalCode?: string
}

/** Paths of health checks, whose log lines would drown all others. */
const WATCH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Where requests are recorded. */
interface ExchangeRecords {
  readonly log: Logger
  readonly metrics: ExchangeMetrics
}

/**
 * Gives each request its id, counts it, and logs one line once its response has been sent. The line has the path's
 * template, never the path or query, which may contain private data. `about` adds fields to the line.
 */
export function recordExchanges({
  log,
  metrics,
  about,
}: ExchangeRecords & { about?: (c: Context) => Record<string, unknown> }): MiddlewareHandler {
  // No field set here can contain a credential, and the search for one costs more than writing the line. The request id is
  // among the fields, so it is not looked up either.
  const lines = log.child({}, { redact: [], formatters: { log: (fields) => fields } })
  return async (c, next) => {
    const began = performance.now()
    metrics.begin()
    const request_id = requestIdOf(c.req.header(REQUEST_ID_HEADER))
    c.set('requestId', request_id)
    const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing as ServerResponse | undefined
    // Set on Node's response, because a web Response's headers are checked one by one, which is slower.
    outgoing?.setHeader(REQUEST_ID_HEADER, request_id)
    await withinRequest(request_id, next)
    const record = (isWhole: boolean) => {
      const duration_ms = performance.now() - began
      const code: string | undefined = c.get('refusalCode')
      const exchange = { method: c.req.method, route: routeTemplate(c), status: c.res.status, code }
      metrics.end({ ...exchange, seconds: duration_ms / 1000 })
      const level = WATCH_PATHS.has(exchange.route) ? 'debug' : 'info'
      const fields = { request_id, ...exchange, duration_ms: Math.round(duration_ms * 10) / 10, ...about?.(c) }
      lines[level](fields, isWhole ? 'answered' : 'the client disconnected before the end of the response')
    }
    if (outgoing !== undefined) return onceSent(outgoing, record)
    // Without a network, as in a test, there is nothing to wait for. Not c.header, which would rebuild a finished
    // response as a stream.
    c.res.headers.set(REQUEST_ID_HEADER, request_id)
    record(true)
  }
}

/** Returns the template of the route that matched; a wildcard only when nothing else matched. */
export function routeTemplate(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path)
  return paths.find((path) => !path.endsWith('*')) ?? paths.find((path) => path !== '/*') ?? '/*'
}

/** Calls `done` once the whole response, streams included, was handed to the network or the client disconnected. */
function onceSent(outgoing: ServerResponse, done: (isWhole: boolean) => void): void {
  if (outgoing.closed) done(false)
  else outgoing.once('close', () => done(outgoing.writableFinished))
}
