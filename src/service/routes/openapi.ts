import { z } from '@hono/zod-openapi'
import { stringify } from 'yaml'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { DECLARED_HEADERS } from '../requests/declared-headers.ts'
import { endpoint, type ServiceApp, unwrapped } from '../requests/endpoint.ts'
import { SERVICE_VERSION } from './ping.ts'

const DESCRIPTION = `Median prices, prices per square metre and areas of listings, by H3 cell and named place, for one
complete period or for each of several.

**Order of checks.** The first fault decides: credential, subscription, requests of this minute, path and method,
parameters, plan (finest resolution, then cells a request), allowance. A refused request is not counted against the
allowance, nor is one that the service fails to answer; an answer that holds nothing is.

**Refusals.** Every one has the same envelope (\`error\`, \`message\`, \`docs_url\`, \`request_id\`), also where the HTTP
server refuses what is no request (400, 408, 414, 417, 431: \`malformed_request\`). Other methods than GET, HEAD among them,
are refused with 405. A body is not looked at. The address may have 64 KiB,
and with the headers 128 KiB; beyond them the refusal is 431 whichever of the two is at fault.

**Parameters.** A number out of range is brought into it only for \`limit\`; elsewhere it is refused. A parameter sent twice
is refused, but for \`h3\` of /stats/current and /stats/history. /geo refuses no parameter and answers an empty list instead. Parameters that
are not declared are refused by /stats/current and /stats/history, where they would be paid for in vain, and passed over elsewhere. Country
codes are read in either case.

**Limits.** Requests a minute are counted for all tokens of an account together, by group, within the minute of the clock.
Where no account is known they are counted by network address.

**Not shipped.** /reports is answered with \`not_found\`; no endpoint writes, so that a token of either kind works
everywhere.`

const TAGS = [
  { name: 'current', description: 'Counted against the allowance of group `current`.' },
  { name: 'history', description: 'Counted against the allowance of group `history`.' },
  { name: 'metadata', description: 'Free, within the requests of a minute.' },
]

const route = endpoint({
  path: '/openapi.yaml',
  summary: 'This contract.',
  group: 'metadata',
  query: z.object({}),
  params: z.object({}),
  answer: z.string(),
  mediaType: 'application/yaml',
  isPublic: true,
})

/** Serves the contract that the endpoints themselves describe. Added last, when all of them are known. */
export function addOpenApi(app: ServiceApp): void {
  let yaml = ''
  app.openapi(route, (c) => c.body(yaml, 200, { 'Content-Type': 'application/yaml; charset=utf-8' }))
  const { webhooks: _, ...document } = app.getOpenAPI31Document({
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
    schemas: document.components?.schemas ?? {},
    headers: DECLARED_HEADERS,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'An API token, `svc_live_ro_…` or `svc_live_rw_…`.' },
    },
  }
  yaml = stringify({ ...document, components }, { aliasDuplicateObjects: false, lineWidth: 120 })
}
