import type { HttpBindings } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import { PATH_PREFIX } from '../contract/limits.ts'
import { routeTemplate } from '../server/http/exchanges.ts'
import { addHealth } from '../server/http/health.ts'
import { FileUnreadable } from '../server/storage/file-faults.ts'
import { createRepeatedFaults } from '../server/storage/repeated-faults.ts'
import { isOfGoneClient } from '../server/work/gone.ts'
import { Overloaded } from '../server/work/short-queue.ts'
import { createAccountPages } from './account-page/account-pages.ts'
import { ACCOUNT_PATH } from './account-page/paths.ts'
import { AccountsUnreachable } from './accounts/account-error.ts'
import { admit } from './requests/admit.ts'
import { boundNames } from './requests/bound-names.ts'
import { Refusal, refuse } from './requests/refusal.ts'
import { refusalOfParameters } from './requests/refusal-of-parameters.ts'
import type { ServiceDeps, ServiceEnv } from './requests/service-env.ts'
import { record, stamp } from './requests/stamp.ts'
import { addCoverage } from './routes/coverage.ts'
import { addGeoHexes } from './routes/geo/geo-hexes.ts'
import { addGeoLookup } from './routes/geo/geo-lookup.ts'
import { addGeoSearch } from './routes/geo/geo-search.ts'
import { addGeoTree } from './routes/geo/geo-tree.ts'
import { addMetaFilters } from './routes/meta-filters.ts'
import { addOpenApi } from './routes/openapi.ts'
import { addPing } from './routes/ping.ts'
import { readiness } from './routes/readiness.ts'
import { addStatsCurrent } from './routes/stats/stats-current.ts'
import { addStatsHistory } from './routes/stats/stats-history.ts'
import { addUsage } from './routes/usage.ts'

/** All endpoints of the service, each added by its own file. */
const ENDPOINTS = [
  addPing,
  addCoverage,
  addGeoTree,
  addGeoSearch,
  addGeoLookup,
  addGeoHexes,
  addStatsCurrent,
  addStatsHistory,
  addMetaFilters,
  addUsage,
  addOpenApi,
]

/** Nobody reads the body, but metrics and log use its status. */
const GONE = new Refusal('malformed_request', 'the client has disconnected', { status: 408 })

const BUSY = new Refusal('rate_limited', 'too many requests with price filters are being answered; retry later')

const UNKNOWN_ACCOUNT = new Refusal(
  'internal_error',
  'accounts cannot be reached at the moment, so the token cannot be checked; try again later',
  { status: 503, retryAfter: 1 },
)

const UNREADABLE = new Refusal('internal_error', 'a file of the service cannot be read at the moment; try again later')

/**
 * The service as a function from request to response: the interface under /public/v1, where all failures have the same
 * envelope, and the account page.
 */
export function createServiceApp(deps: ServiceDeps): OpenAPIHono<ServiceEnv> {
  const api = new OpenAPIHono<ServiceEnv>({
    defaultHook: (result) => {
      if (!result.success) throw refusalOfParameters(result.error, 'data' in result ? result.data : {})
    },
  })
  for (const add of ENDPOINTS) add(api, deps)
  for (const path of new Set(api.routes.map((route) => route.path))) {
    api.all(path, (c) => {
      throw new Refusal('malformed_request', `use GET, not ${c.req.method}`, { status: 405 })
    })
  }

  const app = new OpenAPIHono<ServiceEnv>()
  const report = createRepeatedFaults(deps.log, 'a request failed')
  app.use(record(deps))
  addHealth(app, {
    readiness: () => readiness(deps),
    onFault: (err) => deps.log.error({ err }, 'a store cannot be read'),
  })
  app.route(ACCOUNT_PATH, createAccountPages(deps))
  app.use(stamp(deps), admit(deps), boundNames)
  app.route(PATH_PREFIX, api)
  app.notFound((c) => refuse(c, new Refusal('not_found', `there is no endpoint at ${c.req.path}`), c.get('requestId')))
  app.onError((error, c) => {
    const request_id = c.get('requestId')
    if (error instanceof Refusal) return refuse(c, error, request_id)
    if (isOfGoneClient(error, (c.env as Partial<HttpBindings> | undefined)?.incoming))
      return refuse(c, GONE, request_id)
    if (error instanceof Overloaded) return refuse(c, BUSY, request_id)
    if (error instanceof AccountsUnreachable) return refuse(c, UNKNOWN_ACCOUNT, request_id)
    if (error instanceof FileUnreadable) return refuse(c, UNREADABLE, request_id)
    report(error, { route: routeTemplate(c) })
    return refuse(c, new Refusal('internal_error', 'the service failed; try again later'), request_id)
  })
  return app
}
