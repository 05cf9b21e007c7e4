import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import type { ExchangeMetrics } from './exchange-metrics.ts'
import { WATCH_PATHS } from './health.ts'
import { REQUEST_ID_HEADER, requestIdOf, withinRequest } from './request-id.ts'

/** Variables that a request carries through the app. */
export interface ExchangeVariables {
  requestId: string
  /** The error code, when the response is a refusal. */
  refusalCode?: string
}

/** Where requests are recorded. */
interface ExchangeRecords {
  readonly log: Logger
  readonly metrics: ExchangeMetrics
}

/** What is recorded of a request once its response is ready. */
interface Answered {
  readonly method: string
  /** The path's template, never the path or query, which may contain private data. */
  readonly route: string
  readonly status: number
  /** The error code of a refusal. */
  readonly code: string | undefined
}

/** A request that is being recorded. */
interface ExchangeRecord {
  readonly requestId: string
  /** Counts and logs the request once its response has been sent; `answered` is called then. */
  end(answered: () => Answered & Record<string, unknown>): void
}

/** Begins a request's record: gives the request its id, and its response the header with it. */
type BeginRecord = (sentId: string | undefined, outgoing: ServerResponse | undefined) => ExchangeRecord

/** Returns a function that begins the record of each request, which is one line in the log and its part in the metrics. */
export function createExchangeRecords({ log, metrics }: ExchangeRecords): BeginRecord {
  // No field set here can contain a credential, and the search for one costs more than writing the line. The request id is
  // among the fields, so it is not looked up either.
  const lines = log.child({}, { redact: [], formatters: { log: (fields) => fields } })
  return (sentId, outgoing) => {
    const began = performance.now()
    metrics.begin()
    const requestId = requestIdOf(sentId)
    // Set on Node's response, because a web Response's headers are checked one by one, which is slower.
    outgoing?.setHeader(REQUEST_ID_HEADER, requestId)
    const end: ExchangeRecord['end'] = (answered) => {
      const record = (isWhole: boolean) => {
        const duration_ms = performance.now() - began
        const { method, route, status, code, ...more } = answered()
        metrics.end({ method, route, status, code, seconds: duration_ms / 1000 })
        const level = WATCH_PATHS.has(route) ? 'debug' : 'info'
        const duration = Math.round(duration_ms * 10) / 10
        const fields = { request_id: requestId, method, route, status, code, duration_ms: duration, ...more }
        lines[level](fields, isWhole ? 'answered' : 'the client disconnected before the end of the response')
      }
      // Without a network, as in a test, there is nothing to wait for.
      if (outgoing === undefined) record(true)
      else onceSent(outgoing, record)
    }
    return { requestId, end }
  }
}

/** Records each request of an app. `about` adds fields to the line in the log. */
export function recordExchanges({
  about,
  ...records
}: ExchangeRecords & { about?: (c: Context) => Record<string, unknown> }): MiddlewareHandler {
  const begin = createExchangeRecords(records)
  return async (c, next) => {
    const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing as ServerResponse | undefined
    const { requestId, end } = begin(c.req.header(REQUEST_ID_HEADER), outgoing)
    c.set('requestId', requestId)
    await withinRequest(requestId, next)
    // Not c.header, which would rebuild a finished response as a stream.
    if (outgoing === undefined) c.res.headers.set(REQUEST_ID_HEADER, requestId)
    end(() => {
      const code: string | undefined = c.get('refusalCode')
      return { method: c.req.method, route: routeTemplate(c), status: c.res.status, code, ...about?.(c) }
    })
  }
}

/** Returns the template of the route that matched; a wildcard only when nothing else matched. */
export function routeTemplate(c: Context): string {
  return templateOf(matchedRoutes(c).map(({ path }) => path))
}

/** Returns the template among the paths of the routes that matched a request. */
export function templateOf(paths: readonly string[]): string {
  return paths.find((path) => !path.endsWith('*')) ?? paths.find((path) => path !== '/*') ?? '/*'
}

/** Calls `done` once the whole response, streams included, was handed to the network or the client disconnected. */
function onceSent(outgoing: ServerResponse, done: (isWhole: boolean) => void): void {
  if (outgoing.closed) done(false)
  else outgoing.once('close', () => done(outgoing.writableFinished))
}
