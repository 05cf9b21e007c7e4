import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, errorEnvelope } from '../../contract/errors.ts'
import { headersOfAnswer, headersOfRefusal } from './declared-headers.ts'
import type { Quota, ServiceEnv } from './service-env.ts'

export type ServiceApp = OpenAPIHono<ServiceEnv>

/** What may refuse any request, and any request that needs a credential. */
const ALWAYS: readonly ErrorCode[] = ['malformed_request', 'rate_limited', 'internal_error']
const WITH_CREDENTIAL: readonly ErrorCode[] = ['invalid_token', 'subscription_inactive']

/** The description of one GET endpoint, from which it is both served and written into openapi.yaml. */
export function endpoint<
  const Path extends string,
  Query extends z.ZodObject,
  Params extends z.ZodObject,
  Answer extends z.ZodType,
>(of: {
  path: Path
  summary: string
  /** What the interface leaves open and we decided; CommonMark. */
  description?: string
  group: Quota['group']
  query: Query
  params: Params
  answer: Answer
  mediaType?: string
  isPublic?: boolean
  /** What refuses this endpoint's requests beside what refuses any. */
  refusals?: readonly ErrorCode[]
}) {
  const refusals = [...ALWAYS, ...(of.isPublic ? [] : WITH_CREDENTIAL), ...(of.refusals ?? [])]
  return createRoute({
    method: 'get',
    path: of.path,
    operationId: operationId(of.path),
    summary: of.summary,
    ...(of.description === undefined ? {} : { description: unwrapped(of.description) }),
    tags: [of.group],
    security: of.isPublic ? [] : [{ token: [] }],
    request: { query: of.query, params: of.params },
    responses: {
      200: {
        description: 'Answered.',
        headers: headersOfAnswer(of.group),
        content: { [of.mediaType ?? 'application/json']: { schema: of.answer } },
      },
      ...refusedResponses(of.group, refusals),
    },
  })
}

/** A response for each status that the codes have. Typed as empty, since no handler returns one: refusals are thrown. */
function refusedResponses(group: Quota['group'], codes: readonly ErrorCode[]): object {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b)
  const content = { 'application/json': { schema: errorEnvelope } }
  const of = (status: number) => codes.filter((code) => ERROR_STATUS[code] === status)
  return Object.fromEntries([
    ...statuses.map((status) => [
      status,
      {
        description: `Refused: ${of(status)
          .map((code) => `\`${code}\``)
          .join(', ')}.`,
        headers: headersOfRefusal(group, status),
        content,
      },
    ]),
    ['default', { description: 'Refused.', headers: headersOfRefusal(group, 400), content }],
  ])
}

/** Text whose lines were broken to fit the source, one line a paragraph. */
export function unwrapped(text: string): string {
  return text.replace(/(?<!\n)\n(?!\n)/g, ' ')
}

/** `/geo/{geo_id}/hexes` becomes `get_geo_geo_id_hexes`. */
function operationId(path: string): string {
  return `get${path.replace(/\W+/g, '_').replace(/_$/, '')}`
}
