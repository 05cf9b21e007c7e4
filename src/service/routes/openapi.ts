import { z } from '@hono/zod-openapi'
import { stringify } from 'yaml'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { ANONYMOUS_RATE_PER_MIN } from '../plans/plans.ts'
import { MAX_ADDRESS_BYTES, MAX_HEAD_BYTES } from '../requests/bare-refusal.ts'
import { DECLARED_HEADERS } from '../requests/declared-headers.ts'
import { endpoint, type ServiceApp, unwrapped } from '../requests/endpoint.ts'
import { SERVICE_VERSION } from './ping.ts'

const DESCRIPTION = `Median prices, prices per square metre and areas of listings, by H3 cell and named place, for one
complete period or for each of several.

**Order of checks.** The first check that fails decides the refusal: credential, subscription, requests this minute, path
and method, parameters, plan (finest resolution, then cells per request), allowance. Refused requests do not count against
the allowance, and neither do requests that the service fails to answer. Responses without rows do count.
Where several services count together, requests of an account with the same \`Idempotency-Key\` (8 to 128 visible ASCII
characters), path and query count once within ten minutes; elsewhere the header has no effect.

**Refusals.** Every refusal has the same envelope (\`error\`, \`message\`, \`docs_url\`, \`request_id\`), even when the HTTP
server cannot read the request (400, 408, 414, 417, 431: \`malformed_request\`). All methods except GET, including HEAD,
are refused with 405. Request bodies are ignored. The address can have up to ${MAX_ADDRESS_BYTES / 1024} KiB, and address
and headers together up to ${MAX_HEAD_BYTES / 1024} KiB; beyond that the refusal is 431 whichever of the two is too long.

**Parameters.** Only \`limit\` is clamped when it is out of range; any other number out of range is refused. A parameter
sent twice is refused, except \`h3\` of /stats/current and /stats/history. /geo refuses no parameter and returns an empty
list instead. /stats/current and /stats/history refuse undeclared parameters, because a misspelt filter would cost a
request; other endpoints ignore them. Country codes can be in upper or lower case.

**Limits.** Requests per minute are counted by group, for all tokens of an account together, and start again with each
minute of the clock, for all services on the same data. A refused request counts too, unless it was refused for the rate.
Requests with a valid token never count towards the limit of an address; without a known account, requests are counted by
network address, ${ANONYMOUS_RATE_PER_MIN} a minute, and an IPv6 /64 network counts as one address. A request must have
arrived within 30 seconds, or is refused with 408. An allowance without an end (no \`X-Quota-Reset\`) lasts until the
operator refills it.

**Not shipped.** /reports returns \`not_found\`. No endpoint writes, so tokens of both kinds work everywhere.`

const TAGS = [
  { name: 'current', description: 'Counted against the allowance of group `current`.' },
  { name: 'history', description: 'Counted against the allowance of group `history`.' },
  { name: 'metadata', description: 'Free, within the limit of requests per minute.' },
]

const route = endpoint({
  path: '/openapi.yaml',
  summary: 'This document.',
  group: 'metadata',
  query: z.object({}),
  params: z.object({}),
  answer: z.string(),
  mediaType: 'application/yaml',
  isPublic: true,
})

/** The same for all services of a process, because they have the same endpoints; takes a quarter of a second. */
let document: string | null = null

/** Serves the OpenAPI document, generated from the endpoints. Add it last, when all of them are registered. */
export function addOpenApi(app: ServiceApp): void {
  app.openapi(route, (c) => c.body(yaml, 200, { 'Content-Type': 'application/yaml; charset=utf-8' }))
  document ??= writeDocument(app)
  const yaml = document
}

function writeDocument(app: ServiceApp): string {
  const { webhooks: _, ...generated } = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Real-estate market statistics',
      version: SERVICE_VERSION,
      description: unwrapped(DESCRIPTION),
    },
    servers: [{ url: PATH_PREFIX }],
    tags: TAGS,
  })
  const components = {
    schemas: generated.components?.schemas ?? {},
    headers: DECLARED_HEADERS,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'An API token, `svc_live_ro_…` or `svc_live_rw_…`.' },
    },
  }
  return stringify({ ...generated, components }, { aliasDuplicateObjects: false, lineWidth: 120 })
}
