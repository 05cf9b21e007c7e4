import { Hono } from 'hono'
import type { Logger } from 'pino'
import { PATH_PREFIX } from '../contract/limits.ts'
import { type ExchangeVariables, recordExchanges, routeTemplate } from '../server/exchanges.ts'
import { addHealth } from '../server/health.ts'
import type { Ledger } from './io/ledger.ts'
import type { MeterReader } from './io/meter.ts'
import type { ProxyMetrics } from './io/metrics.ts'
import type { PageFile } from './io/page-files.ts'
import type { PeriodFinder } from './io/period-finder.ts'
import type { Purchaser } from './io/purchaser.ts'
import type { Fetched } from './io/service-connection.ts'
import { refuse } from './routes/answers.ts'
import { sameOriginOnly, smallBodyOnly, strictHeaders } from './routes/guards.ts'
import { meterRoute } from './routes/meter.ts'
import { pageRoute } from './routes/page.ts'
import { passThroughRoute } from './routes/pass-through.ts'
import { periodRoute } from './routes/period.ts'
import { purchaseRoute } from './routes/purchases.ts'
import { editionRoute, tileRoute } from './routes/tiles.ts'

export interface ProxyDeps {
  readonly ledger: Ledger
  readonly period: PeriodFinder
  readonly meter: MeterReader
  readonly purchaser: Purchaser
  readonly free: (pathAndQuery: string) => Promise<Fetched>
  readonly page: ((path: string) => Promise<PageFile | null>) | null
  readonly log: Logger
  readonly metrics: ProxyMetrics
  /** Aborted once the proxy is to stop. */
  readonly stopping: AbortSignal
}

/** All that a browser can reach. Only `POST /api/purchases` spends. */
export function createProxyApp(deps: ProxyDeps): Hono<{ Variables: ExchangeVariables }> {
  const { ledger, period, meter, purchaser, free, page, log, metrics, stopping } = deps
  const app = new Hono<{ Variables: ExchangeVariables }>()
  app.use(recordExchanges({ log, metrics: metrics.exchanges }), strictHeaders)
  addHealth(app, {
    // Not whether the service answers: without it, what is held is served all the same.
    isReady: async () => !stopping.aborted && typeof (await ledger.generation()) === 'string',
    onFault: (err) => log.error({ err }, 'the ledger cannot be read'),
  })
  app.get('/api/period', periodRoute(period, ledger))
  app.get('/api/meter', meterRoute(meter))
  app.get('/api/editions/:as_of/:lens/:resolution', editionRoute(ledger))
  app.get('/api/tiles/:as_of/:lens/:resolution/:parent', tileRoute(metrics.countTiles(ledger)))
  app.post('/api/purchases', sameOriginOnly, smallBodyOnly, purchaseRoute(purchaser, log))
  app.all('/api/*', (c) => refuse(c, 404, 'not_found', `There is no ${c.req.method} ${c.req.path}.`))
  app.all(`${PATH_PREFIX}/*`, passThroughRoute(free))
  app.get('*', pageRoute(page))
  app.notFound((c) => refuse(c, 404, 'not_found', `There is no ${c.req.method} ${c.req.path}.`))
  app.onError((error, c) => {
    log.error({ err: error, route: routeTemplate(c) }, 'a request broke')
    return refuse(c, 500, 'internal_error', 'The proxy could not answer; its log says why.')
  })
  return app
}
