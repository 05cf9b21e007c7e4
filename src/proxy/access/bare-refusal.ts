import type { BareAnswer, BareFault } from '../../server/http/http-server.ts'
import { BROKEN, envelopeOf } from './answers.ts'

/** Longest request line and headers, in bytes. The page's own addresses have a few hundred. */
export const MAX_HEAD_BYTES = 16 * 1024

const FAULTS: Readonly<Record<BareFault, readonly [status: number, code: string, message: string]>> = {
  unreadable: [400, 'malformed_request', 'The request cannot be read.'],
  address_not_encoded: [400, 'malformed_request', 'The address has characters that must be percent-encoded.'],
  address_too_long: [414, 'malformed_request', `The address is longer than ${MAX_HEAD_BYTES} bytes.`],
  head_too_long: [431, 'malformed_request', `The address and headers are longer than ${MAX_HEAD_BYTES} bytes.`],
  too_slow: [408, 'malformed_request', 'The request did not arrive in time.'],
  too_many_connections: [429, 'rate_limited', 'This address has too many connections open; try again in a second.'],
  tunnel: [405, 'malformed_request', 'CONNECT is not supported.'],
  unexpected_expectation: [417, 'malformed_request', 'The Expect header may only be 100-continue.'],
  failed: [BROKEN.status, BROKEN.error, BROKEN.message],
}

/** Returns what makes the refusals by the HTTP server itself: in the error envelope, with the headers of all responses. */
export function bareRefusals(
  strict: ReadonlyMap<string, string>,
): (fault: BareFault, request: { requestId: string }) => BareAnswer {
  const headers = { ...Object.fromEntries(strict), 'Cache-Control': 'no-store' }
  return (fault, { requestId }) => {
    const [status, error, message] = FAULTS[fault]
    const body = JSON.stringify(envelopeOf({ error, message, request_id: requestId }))
    const wait = status === 429 ? { 'Retry-After': '1' } : {}
    return { status, code: error, headers: { ...headers, ...wait }, body }
  }
}
