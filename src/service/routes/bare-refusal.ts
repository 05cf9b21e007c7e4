import { randomUUID } from 'node:crypto'
import { ERROR_STATUS } from '../../contract/errors.ts'
import { anonymousQuota } from './admit.ts'
import { quotaHeaders } from './quota-headers.ts'
import { envelopeOf, type Refusal } from './refusal.ts'
import type { ServiceDeps } from './service-env.ts'
import { standingHeaders } from './stamp.ts'

/** An answer to what is not even a request that a route could look at. */
export interface BareAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** The one envelope with the headers of every answer, for a refusal that the HTTP server itself makes. */
export function bareRefusal({ limiter, log }: ServiceDeps, refusal: Refusal, address: string): BareAnswer {
  const request_id = randomUUID()
  const status = refusal.details.status ?? ERROR_STATUS[refusal.code]
  const body = JSON.stringify(envelopeOf(refusal, '', request_id))
  log.debug({ request_id, status }, refusal.message)
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      ...standingHeaders(request_id),
      ...Object.fromEntries(quotaHeaders(anonymousQuota(limiter, address, 'metadata'), status)),
    },
    body,
  }
}
