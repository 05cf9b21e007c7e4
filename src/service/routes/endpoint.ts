import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import { errorEnvelope } from '../../contract/errors.ts'
import type { ServiceEnv } from './service-env.ts'

export type ServiceApp = OpenAPIHono<ServiceEnv>

/** The description of one GET endpoint, from which it is both served and written into openapi.yaml. */
export function endpoint<
  const Path extends string,
  Query extends z.ZodObject,
  Params extends z.ZodObject,
  Answer extends z.ZodType,
>(of: {
  path: Path
  summary: string
  group: string
  query: Query
  params: Params
  answer: Answer
  isPublic?: boolean
}) {
  return createRoute({
    method: 'get',
    path: of.path,
    summary: of.summary,
    tags: [of.group],
    security: of.isPublic ? [] : [{ token: [] }],
    request: { query: of.query, params: of.params },
    responses: {
      200: { description: of.summary, content: { 'application/json': { schema: of.answer } } },
      default: { description: 'Refused', content: { 'application/json': { schema: errorEnvelope } } },
    },
  })
}
