import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { ErrorEnvelope } from '../../contract/service/errors.ts'

/** What is recorded of a request while it is answered. */
export interface Exchange {
  readonly requestId: string
  /** The error code, once the request is refused. */
  refusalCode?: string
  /** What the operator can do about the refusal. */
  hint?: string
}

/** What a route receives besides the request. */
export interface ProxyEnv {
  Bindings: HttpBindings & { readonly exchange: Exchange }
}

/** Why a request is refused. */
export interface Objection {
  readonly status: ContentfulStatusCode
  /** Error code. */
  readonly error: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the operator can do about it, for the log alone: viewers know no settings. */
  readonly hint?: string
}

/** An unexpected error in the proxy. */
export const BROKEN: Objection = {
  status: 500,
  error: 'internal_error',
  message: 'The proxy failed to respond. Its log has the reason.',
}

/** The client has gone, so only the log and the metrics use this. */
export const GONE: Objection = { status: 408, error: 'client_gone', message: 'The client has disconnected.' }

/** More work is waiting than can be done soon. */
export function overloaded({ retryAfter }: { retryAfter: number }): Objection {
  const message = `The proxy has as much of this work as it can do soon; try again in ${retryAfter} s.`
  return { status: 503, error: 'proxy_busy', message, headers: { 'Retry-After': String(retryAfter) } }
}

/** Returns the objection to a request; null when it may pass. `path` is the path that routes are matched by. */
export type Guard = (incoming: IncomingMessage, path: string) => Objection | null | Promise<Objection | null>

/** Returns the first objection of several guards; a promise only once one of them has to wait. */
export function firstObjection(guards: readonly Guard[], ...request: Parameters<Guard>): ReturnType<Guard> {
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
export function refuseFor(c: Context, { status, error, message, headers = {}, hint }: Objection): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  const refused = refuse(c, status, error, message)
  const { exchange }: ProxyEnv['Bindings'] = c.env
  if (hint !== undefined) exchange.hint = hint
  return refused
}

/** Responds with a refusal of the proxy's own in the interface's error envelope (section 7); never cached. */
export function refuse(
  c: Context,
  status: ContentfulStatusCode,
  error: string,
  message: string,
  more: { parameter?: string } = {},
): Response {
  const { requestId } = noteRefusal(c, error)
  c.header('Cache-Control', 'no-store')
  return c.json(envelopeOf({ error, message, request_id: requestId, ...more }), status)
}

/** Notes the error code of a refusal for log and metrics; returns what is known about the request. */
export function noteRefusal(c: Context, code: string): Exchange {
  const { exchange }: ProxyEnv['Bindings'] = c.env
  exchange.refusalCode = code
  return exchange
}

/** Returns the response to a request that is refused before its route. */
export function refusalOf(exchange: Exchange, { status, error, message, headers, hint }: Objection): Response {
  exchange.refusalCode = error
  if (hint !== undefined) exchange.hint = hint
  const envelope = envelopeOf({ error, message, request_id: exchange.requestId })
  return Response.json(envelope, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
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
