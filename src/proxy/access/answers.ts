import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { Refusal } from '../../contract/proxy-api.ts'

/** Why a request is refused. */
export interface Objection {
  readonly status: ContentfulStatusCode
  /** Error code. */
  readonly error: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An unexpected error in the proxy. */
export const BROKEN: Objection = {
  status: 500,
  error: 'internal_error',
  message: 'The proxy failed to respond. Its log has the reason.',
}

/** The client has gone, so nobody reads this; it is what the log and the metrics say. */
export const GONE: Objection = { status: 408, error: 'client_gone', message: 'The client has disconnected.' }

/** More work is waiting than can be done soon. */
export function overloaded({ retryAfter }: { retryAfter: number }): Objection {
  const message = `The proxy has as much of this work as it can do soon; try again in ${retryAfter} s.`
  return { status: 503, error: 'proxy_busy', message, headers: { 'Retry-After': String(retryAfter) } }
}

/** Returns the objection to a request; null when it may pass. `path` is the path that routes are matched by. */
export type Guard = (incoming: IncomingMessage, path: string) => Objection | null | Promise<Objection | null>

/**
 * Turns guards into one middleware: the first objection counts. A middleware for each guard, with its promises, would cost
 * more than the guards do.
 */
export function guardedBy(guards: readonly Guard[]): MiddlewareHandler {
  const judged: (...of: [...Parameters<MiddlewareHandler>, Objection | null]) => ReturnType<MiddlewareHandler> = async (
    c,
    next,
    objection,
  ) => (objection === null ? next() : refuseFor(c, objection))
  return (c, next) => {
    const found = firstObjection(guards, (c.env as HttpBindings).incoming, c.req.path)
    // Most requests pass at once.
    if (found === null) return next()
    return found instanceof Promise ? found.then((late) => judged(c, next, late)) : judged(c, next, found)
  }
}

function firstObjection(guards: readonly Guard[], ...request: Parameters<Guard>): ReturnType<Guard> {
  for (const [i, guard] of guards.entries()) {
    const found = guard(...request)
    if (found instanceof Promise) {
      return found.then((late) => late ?? firstObjection(guards.slice(i + 1), ...request))
    }
    if (found !== null) return found
  }
  return null
}

/** Returns the objection to a request that the service, or the proxy on its behalf, did not answer. */
export function objectionOf({ code, message, retry_after_s }: Refusal): Objection {
  const headers = retry_after_s === null ? {} : { 'Retry-After': String(retry_after_s) }
  const status = code === 'rate_limited' ? 429 : code === 'service_paused' ? 503 : 502
  return { status, error: code, message, headers }
}

/** Responds with an objection. */
export function refuseFor(c: Context, { status, error, message, headers = {} }: Objection): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return refuse(c, status, error, message)
}

/** Responds with a refusal of the proxy's own in the interface's error envelope (section 7); never cached. */
export function refuse(
  c: Context,
  status: ContentfulStatusCode,
  error: string,
  message: string,
  more: { parameter?: string } = {},
): Response {
  c.set('refusalCode', error)
  c.header('Cache-Control', 'no-store')
  return c.json(envelopeOf({ error, message, request_id: c.get('requestId'), ...more }), status)
}

/** Returns the error envelope as all servers of this package write it. */
export function envelopeOf(refusal: Omit<ErrorEnvelope, 'docs_url'>): ErrorEnvelope {
  return { docs_url: `${PATH_PREFIX}/openapi.yaml`, ...refusal }
}

/** True when If-None-Match matches a tag: alone, in a list or as `*`, weak or strong (RFC 9110, 13.1.2). */
export function isKnownToClient(c: Context, etag: string): boolean {
  const known = c.req.header('If-None-Match') ?? ''
  return known.trim() === '*' || known.includes(`"${etag}"`)
}

/** Responds with 400 for an invalid value in a path or body. */
export function refuseValue(c: Context, { parameter, message }: { parameter: string; message: string }): Response {
  return refuse(c, 400, 'invalid_parameter', message, { parameter })
}
