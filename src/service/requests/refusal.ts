import type { Context } from 'hono'
import { HEADERS, PATH_PREFIX } from '../../contract/limits.ts'
import { ERROR_STATUS, type ErrorCode, type ErrorEnvelope } from '../../contract/service/errors.ts'
import type { Client } from '../../server/http/client-address.ts'

/** Additional keys of the envelope. */
export type RefusalDetails = Pick<ErrorEnvelope, 'parameter' | 'limit' | 'resets_at' | 'did_you_mean'> & {
  /** Only when it is not the code's usual status. */
  status?: 405 | 408 | 414 | 417 | 431 | 503
  /** Seconds after which the request is worth sending again, where the rate does not say it. */
  retryAfter?: number
}

/** Ends a request with an error code of the interface; `message` is for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** A parameter whose value cannot be used. */
export function invalidParameter(parameter: string, message: string): Refusal {
  return new Refusal('invalid_parameter', message, { parameter })
}

/** A required parameter that was not sent. */
export function missingParameter(parameter: string, message: string): Refusal {
  return new Refusal('missing_parameter', message, { parameter })
}

/** The envelope of a refusal; `origin` is the service's scheme, host and port. */
export function envelopeOf({ code, message, details }: Refusal, origin: string, requestId: string): ErrorEnvelope {
  const { status: _, retryAfter: __, ...keys } = details
  return {
    error: code,
    message,
    docs_url: `${origin}${PATH_PREFIX}/openapi.yaml`,
    request_id: requestId,
    ...keys,
  }
}

/** Sends a refusal in the usual envelope. */
export function refuse(c: Context, refusal: Refusal, requestId: string): Response {
  if (refusal.code === 'invalid_token') c.header('WWW-Authenticate', 'Bearer')
  if (refusal.details.status === 405) c.header('Allow', 'GET')
  if (refusal.details.retryAfter !== undefined) c.header(HEADERS.retryAfter, String(refusal.details.retryAfter))
  c.set('refusalCode', refusal.code)
  const status = refusal.details.status ?? ERROR_STATUS[refusal.code]
  return c.json(envelopeOf(refusal, originOf(c), requestId), status)
}

/**
 * The origin at which the client reached the service: behind a proxy that ends TLS, this connection's scheme differs.
 */
function originOf(c: Context): string {
  const { host, protocol } = new URL(c.req.url)
  const client: Client | undefined = c.get('client')
  return `${client ? `${client.scheme}:` : protocol}//${host}`
}
