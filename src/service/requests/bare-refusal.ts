import { ERROR_STATUS } from '../../contract/service/errors.ts'
import type { BareAnswer, BareFault } from '../../server/http/http-server.ts'
import { anonymousQuota } from './admit.ts'
import { quotaHeaders } from './quota-headers.ts'
import { envelopeOf, Refusal } from './refusal.ts'
import type { ServiceDeps } from './service-env.ts'
import { standingHeaders } from './stamp.ts'

/** Longest address, in bytes: a list of 10,000 cells, the most of any shipped plan, with decimal ids and escaped commas. */
export const MAX_ADDRESS_BYTES = 224 * 1024
/** Longest request line and headers, in bytes. */
export const MAX_HEAD_BYTES = 256 * 1024

const REFUSALS: Readonly<Record<BareFault, Refusal>> = {
  unreadable: new Refusal('malformed_request', 'the request cannot be read'),
  address_not_encoded: new Refusal(
    'malformed_request',
    'percent-encode the address: %20 stands for a space, %C3%A1 for á; curl does so with -G --data-urlencode',
  ),
  address_too_long: malformed(414, `the address is longer than ${MAX_ADDRESS_BYTES} bytes`),
  head_too_long: malformed(431, `the address and headers are longer than ${MAX_HEAD_BYTES} bytes`),
  too_slow: malformed(408, 'the request did not arrive in time'),
  too_many_connections: new Refusal('rate_limited', 'this address has too many connections open; retry in a second'),
  tunnel: malformed(405, 'use GET, not CONNECT'),
  unexpected_expectation: malformed(417, 'the header Expect can only ask for 100-continue'),
  failed: new Refusal('internal_error', 'the service failed; try again later'),
}

function malformed(status: 405 | 408 | 414 | 417 | 431, message: string): Refusal {
  return new Refusal('malformed_request', message, { status })
}

/** The usual envelope and headers, for a refusal by the HTTP server itself. */
export function bareRefusal(
  { limiter }: ServiceDeps,
  fault: BareFault,
  { requestId, address }: { requestId: string; address: string },
): BareAnswer {
  const refusal = REFUSALS[fault]
  const status = refusal.details.status ?? ERROR_STATUS[refusal.code]
  return {
    status,
    code: refusal.code,
    headers: {
      ...standingHeaders(),
      ...Object.fromEntries(quotaHeaders(anonymousQuota(limiter, address, 'metadata'), status)),
    },
    body: JSON.stringify(envelopeOf(refusal, '', requestId)),
  }
}
