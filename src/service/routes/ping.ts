import { z } from '@hono/zod-openapi'
import packageJson from '../../../package.json' with { type: 'json' }
import { pingResponse } from '../../contract/service/coverage.ts'
import { endpoint, type ServiceApp } from '../requests/endpoint.ts'

const route = endpoint({
  path: '/ping',
  summary: 'Whether the service is up, and its version.',
  group: 'metadata',
  query: z.object({}),
  params: z.object({}),
  answer: pingResponse,
  isPublic: true,
})

/** Version of the service, as in `/ping` and openapi.yaml. */
export const SERVICE_VERSION = packageJson.version

export function addPing(app: ServiceApp): void {
  app.openapi(route, (c) => c.json({ status: 'ok', version: SERVICE_VERSION }, 200))
}
