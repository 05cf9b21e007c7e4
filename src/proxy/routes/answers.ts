import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'

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
