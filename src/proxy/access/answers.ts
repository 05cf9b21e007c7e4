import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'

/** Why a request is not answered as it asks. */
export interface Objection {
  readonly status: ContentfulStatusCode
  /** Error code. */
  readonly error: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A fault of ours. */
export const BROKEN: Objection = {
  status: 500,
  error: 'internal_error',
  message: 'The proxy could not answer; its log says why.',
}

/** What there is against a request; null where it is let on. */
export type Guard = (incoming: IncomingMessage) => Objection | null | Promise<Objection | null>

/** A guard before routes of the app. */
export function guardedBy(guard: Guard): MiddlewareHandler {
  const judged: (...of: [...Parameters<MiddlewareHandler>, Objection | null]) => ReturnType<MiddlewareHandler> = async (
    c,
    next,
    objection,
  ) => (objection === null ? next() : refuseFor(c, objection))
  return (c, next) => {
    const found = guard((c.env as HttpBindings).incoming)
    // Most guards find nothing, and at once: more promises for each of each request would cost more than they do.
    if (found === null) return next()
    return found instanceof Promise ? found.then((late) => judged(c, next, late)) : judged(c, next, found)
  }
}

/** Refuses for an objection. */
export function refuseFor(c: Context, { status, error, message, headers = {} }: Objection): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return refuse(c, status, error, message)
}

/** The interface's one error envelope (section 7), for the proxy's own refusals; never cached. */
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

/** The envelope as every server of this package writes it. */
export function envelopeOf(refusal: Omit<ErrorEnvelope, 'docs_url'>): ErrorEnvelope {
  return { docs_url: `${PATH_PREFIX}/openapi.yaml`, ...refusal }
}

/** True where If-None-Match names a tag, alone, among others or as `*`, weak or strong (RFC 9110, 13.1.2). */
export function isKnownToClient(c: Context, etag: string): boolean {
  const known = c.req.header('If-None-Match') ?? ''
  return known.trim() === '*' || known.includes(`"${etag}"`)
}

/** 400 for a value in a path or body that names nothing. */
export function refuseValue(c: Context, { parameter, message }: { parameter: string; message: string }): Response {
  return refuse(c, 400, 'invalid_parameter', message, { parameter })
}
