import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, errorEnvelope } from '../../contract/service/errors.ts'
import { headersOfAnswer, headersOfRefusal } from './declared-headers.ts'
import type { Quota, ServiceEnv } from './service-env.ts'

export type ServiceApp = OpenAPIHono<ServiceEnv>

/** Codes that can refuse any request, and any request that needs a credential. */
const ALWAYS: readonly ErrorCode[] = ['malformed_request', 'rate_limited', 'internal_error']
const WITH_CREDENTIAL: readonly ErrorCode[] = ['invalid_token', 'subscription_inactive']

/** Describes one GET endpoint; the description is used to serve it and to write openapi.yaml. */
export function endpoint<
  const Path extends string,
  Query extends z.ZodObject,
  Params extends z.ZodObject,
  Answer extends z.ZodType,
>(of: {
  path: Path
  summary: string
  /** What the interface leaves open; CommonMark. */
  description?: string
  group: Quota['group']
  query: Query
  params: Params
  answer: Answer
  mediaType?: string
  isPublic?: boolean
  /** Codes that can refuse this endpoint's requests, in addition to the general ones. */
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
        description: 'OK.',
        headers: headersOfAnswer(of.group),
        content: { [of.mediaType ?? 'application/json']: { schema: of.answer } },
      },
      ...refusedResponses(of.group, refusals),
    },
  })
}

/** A response for each status of the codes. Typed as empty because handlers throw refusals and do not return them. */
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

/** Joins lines that were wrapped to fit the source; each paragraph becomes one line. */
export function unwrapped(text: string): string {
  return text.replace(/(?<!\n)\n(?!\n)/g, ' ')
}

/** `/geo/{geo_id}/hexes` becomes `get_geo_geo_id_hexes`. */
function operationId(path: string): string {
  return `get${path.replace(/\W+/g, '_').replace(/_$/, '')}`
}
