import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createExchangeRecords, templateOf } from '../server/http/exchanges.ts'
import { WATCH_PATHS } from '../server/http/health.ts'
import { REQUEST_ID_HEADER, withinRequest } from '../server/http/request-id.ts'
import { type Access, isBelow } from './access/access.ts'
import { type Exchange, type Objection, type ProxyEnv, refusalOf } from './access/answers.ts'
import { isTileAddress, tileHeaders } from './access/guards.ts'
import type { ProxyMetrics } from './metrics.ts'

type Answer = Response | Promise<Response>

/** What every request passes on its way to its route. */
interface EntranceDeps {
  readonly access: Pick<Access, 'objectionTo' | 'keepPrivate'>
  /** Security headers, by name. */
  readonly strictHeaders: ReadonlyMap<string, string>
  /** Figures that the service has built again must not stay held, even if nobody opens the page. */
  readonly revisions: { glance(): void }
  readonly log: Logger
  readonly metrics: Pick<ProxyMetrics, 'exchanges'>
}

/**
 * Returns the proxy as a function from request to response. Every request takes the same way: it is recorded, gets its id
 * and the security headers, and passes the guards before its route. Nothing here creates a promise as long as guards and
 * route do not, which makes held tiles fast.
 */
export function openEntrance(
  app: Hono<ProxyEnv>,
  deps: EntranceDeps,
): (request: Request, bindings: HttpBindings) => Answer {
  const { access, revisions } = deps
  const begin = createExchangeRecords({ log: deps.log, metrics: deps.metrics.exchanges })
  const strict = new Map(deps.strictHeaders)
  const ofTiles = tileHeaders(strict)

  const answer = (request: Request, env: ProxyEnv['Bindings'], path: string): Answer => {
    const admit = (objection: Objection | null): Answer => {
      if (objection !== null) return refusalOf(env.exchange, objection)
      if (isBelow('/api', path)) revisions.glance()
      return app.fetch(request, env)
    }
    // Load balancers and supervisors do not sign in.
    if (WATCH_PATHS.has(path)) return admit(null)
    return after(access.objectionTo(env.incoming, path), admit)
  }

  return (request, { incoming, outgoing }) => {
    const path = app.getPath(request)
    const sentId = incoming.headers[REQUEST_ID_HEADER.toLowerCase()]
    const { requestId, end } = begin(typeof sentId === 'string' ? sentId : undefined, outgoing as ServerResponse)
    const exchange: Exchange = { requestId }
    const env = { incoming, outgoing, exchange }
    outgoing.setHeaders(isTileAddress(path) ? ofTiles : strict)
    return after(
      withinRequest(requestId, () => answer(request, env, path)),
      (response) => {
        const { status } = response
        if (isTileAddress(path) && status >= 400) outgoing.setHeaders(strict)
        access.keepPrivate(response)
        const { method } = request
        const { refusalCode: code, hint } = exchange
        end(() => ({ method, route: routeOf(app, method, path), status, code, ...(hint !== undefined && { hint }) }))
        return response
      },
    )
  }
}

function routeOf(app: Hono<ProxyEnv>, method: string, path: string): string {
  const [matched] = app.router.match(method === 'HEAD' ? 'GET' : method, path)
  return templateOf(matched.map(([[, route]]) => route.path))
}

/** Calls `next` with a value that may have to be waited for. */
function after<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
