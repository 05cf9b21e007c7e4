import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { TILES_FILE_PATH } from '../contract/basemap.ts'
import { PATH_PREFIX } from '../contract/limits.ts'
import { routeTemplate } from '../server/http/exchanges.ts'
import { addHealth, type Readiness } from '../server/http/health.ts'
import { createRepeatedFaults } from '../server/storage/repeated-faults.ts'
import { isOfGoneClient } from '../server/work/gone.ts'
import type { Seats } from '../server/work/seats.ts'
import { Overloaded, type ShortQueue } from '../server/work/short-queue.ts'
import type { WorldPlaces } from '../server/world/world-place.ts'
import type { Access } from './access/access.ts'
import { BROKEN, GONE, overloaded, type ProxyEnv, refuse, refuseFor } from './access/answers.ts'
import type { BasemapRules } from './access/basemap-rules.ts'
import { type EmbedRules, embeddingRoute, openFrames } from './access/embedding.ts'
import { sameOriginOnly, smallBodyOnly } from './access/guards.ts'
import type { FindArea } from './areas/area-cells.ts'
import type { Areas } from './areas/areas.ts'
import type { Purchaser } from './buying/purchaser.ts'
import { firstAnswerRouter } from './first-answer.ts'
import type { FindGround } from './hints/ground/cell-ground.ts'
import type { MarketGround } from './hints/ground/market-ground.ts'
import type { PeriodFinder } from './hints/periods/period-finder.ts'
import type { PeriodRevisions } from './hints/periods/period-revisions.ts'
import type { FindCoverageName } from './hints/stated/coverage-name.ts'
import type { DeclaredParameters } from './hints/stated/declared-parameters.ts'
import type { FindStrangeFilter } from './hints/stated/lens-names.ts'
import type { EarlierTiles } from './history/earlier-tiles.ts'
import type { Histories } from './history/histories.ts'
import { type CountLedger, type Ledger, LedgerUnreachable, type TileLedger } from './ledger/ledger.ts'
import type { ProxyMetrics } from './metrics.ts'
import type { Rates } from './rates/rates.ts'
import { areaRoute, heldAreaRoute } from './routes/areas.ts'
import { basemapRoute, tilesFileRoute } from './routes/basemap.ts'
import { circleResolutionsRoute } from './routes/circle-resolutions.ts'
import { groundRoute } from './routes/ground.ts'
import { historyRoute } from './routes/history.ts'
import { knownPlacesRoute, nearPlacesRoute } from './routes/known-places.ts'
import { meterDetailRoute, meterRoute } from './routes/meter.ts'
import { pageRoute } from './routes/page.ts'
import type { PageFile } from './routes/page-files.ts'
import { passThrough, searchRoute } from './routes/pass-through.ts'
import { periodRoute } from './routes/period.ts'
import { findRateRoute, heldRateRoute } from './routes/rates.ts'
import { scaleRoute } from './routes/scales.ts'
import { earlierTilesRoute } from './routes/tiles/earlier-tiles.ts'
import { heldRoute } from './routes/tiles/held.ts'
import type { HotTiles } from './routes/tiles/hot-tiles.ts'
import { partsRoute } from './routes/tiles/parts.ts'
import { purchaseRoute } from './routes/tiles/purchases.ts'
import { editionRoute, tileRoute } from './routes/tiles/tiles.ts'
import type { Scales } from './scales/scales.ts'
import type { Pauses } from './spending/pauses.ts'
import type { Savings } from './spending/savings.ts'
import type { Spending } from './spending/spending.ts'
import { LEDGER_UNREACHABLE } from './upstream/connection/refusals.ts'
import type { FindFree } from './upstream/free/free-answers.ts'

export interface ProxyDeps {
  readonly ledger: TileLedger & CountLedger & Pick<Ledger, 'check'>
  readonly period: PeriodFinder
  readonly revisions: PeriodRevisions
  readonly pauses: Pauses
  readonly spending: Spending
  readonly savings: Savings
  readonly purchaser: Purchaser
  readonly rates: Rates
  readonly areas: Areas
  readonly histories: Histories
  readonly earlier: EarlierTiles
  readonly scales: Scales
  readonly findArea: FindArea
  readonly marketGround: MarketGround
  readonly coverageName: FindCoverageName
  readonly declared: DeclaredParameters
  readonly findGround: FindGround
  readonly strangeFilter: FindStrangeFilter
  /** The world's places, read when they are first needed. */
  readonly world: () => Promise<WorldPlaces>
  readonly quotes: ShortQueue
  readonly seats: Seats
  readonly free: FindFree
  readonly page: ((path: string) => Promise<PageFile | null>) | null
  readonly hotTiles: HotTiles
  readonly access: Access
  readonly embedding: EmbedRules
  readonly basemap: BasemapRules
  readonly log: Logger
  readonly metrics: ProxyMetrics
  /** Aborted once the proxy shuts down. */
  readonly stopping: AbortSignal
}

/** Everything that a browser can reach, behind the entrance (`entrance.ts`). Only POST requests spend. */
export function createProxyApp(deps: ProxyDeps): Hono<ProxyEnv> {
  const { ledger, savings, spending, free, page, access, log } = deps
  const { viewerOf } = access
  const app = new Hono<ProxyEnv>({ router: firstAnswerRouter() })

  // Load balancers and supervisors
  addHealth(app, {
    readiness: () => readiness(deps),
    onFault: (err) => log.error({ err }, 'the ledger cannot be read'),
  })

  // Held figures, and the meter
  app.get('/api/period', periodRoute(deps, viewerOf))
  app.get('/api/meter', meterRoute(spending, viewerOf))
  app.get('/api/meter/detail', meterDetailRoute(ledger, savings))
  app.get('/api/editions/:as_of/:lens/:resolution', editionRoute(ledger))
  app.get('/api/held/:as_of/:lens/:resolution', heldRoute(deps))
  app.use('/api/parts/*', compress({ encoding: 'gzip' }))
  app.get('/api/parts/:as_of/:lens/:resolution', partsRoute(deps))
  app.get('/api/tiles/:as_of/:lens/:resolution/:parent', tileRoute(deps))
  app.use('/api/areas/*', compress({ encoding: 'gzip' }))
  app.get('/api/areas/:as_of/:lens/:resolution', heldAreaRoute(deps))
  app.use('/api/known-places', compress({ encoding: 'gzip' }))
  app.get('/api/known-places', knownPlacesRoute(deps.world))
  app.get('/api/known-places/near', nearPlacesRoute(deps.world))
  app.get('/api/search', searchRoute({ free, addressOf: access.addressOf }))
  app.get('/api/resolutions', circleResolutionsRoute(deps.marketGround))
  app.use('/api/ground', compress({ encoding: 'gzip' }))
  app.get('/api/ground', groundRoute(deps.findGround))
  app.get('/api/scales/:as_of/:lens/:resolution/:metric', scaleRoute(deps))
  app.get('/api/rates/:as_of/:currency', heldRateRoute(deps))
  app.get('/api/embedding', embeddingRoute(deps.embedding))
  app.get('/api/basemap', basemapRoute(deps.basemap))
  app.get(TILES_FILE_PATH, tilesFileRoute(deps.basemap))

  // What spends
  app.post('/api/purchases', sameOriginOnly, smallBodyOnly, purchaseRoute(deps, viewerOf))
  app.post('/api/areas', sameOriginOnly, smallBodyOnly, areaRoute(deps, viewerOf))
  app.use('/api/history', compress({ encoding: 'gzip' }))
  app.post('/api/history', sameOriginOnly, smallBodyOnly, historyRoute(deps, viewerOf))
  app.post('/api/earlier-tiles', sameOriginOnly, smallBodyOnly, earlierTilesRoute(deps, viewerOf))
  app.post('/api/rates', sameOriginOnly, smallBodyOnly, findRateRoute(deps, viewerOf))
  app.all('/api/*', (c) => refuse(c, 404, 'not_found', `There is no ${c.req.method} ${c.req.path}.`))

  // The service's free endpoints
  app.all(`${PATH_PREFIX}/*`, passThrough({ free, addressOf: access.addressOf }))

  // The page
  app.get('*', pageRoute(page, openFrames(deps.embedding)))

  app.notFound((c) => refuse(c, 404, 'not_found', `There is no ${c.req.method} ${c.req.path}.`))
  const report = createRepeatedFaults(log, 'a request broke')
  app.onError((error, c) => {
    if (isOfGoneClient(error, c.env.incoming)) return refuseFor(c, GONE)
    if (error instanceof Overloaded) return refuseFor(c, overloaded(error))
    // The ledger itself logs when it is lost and found again, not once for each request.
    if (error instanceof LedgerUnreachable) return refuse(c, 503, LEDGER_UNREACHABLE.code, LEDGER_UNREACHABLE.message)
    report(error, { route: routeTemplate(c) })
    return refuseFor(c, BROKEN)
  })
  return app
}

/**
 * Ready even when the service is down: held figures are served without it. Degraded while some can be, because a load
 * balancer must not remove the last proxy that has them.
 */
async function readiness({ ledger, hotTiles, stopping }: ProxyDeps): Promise<Readiness> {
  if (stopping.aborted) return 'not ready'
  try {
    await ledger.check()
    return 'ready'
  } catch (error) {
    if (!(error instanceof LedgerUnreachable)) throw error
    return hotTiles.held().tiles > 0 || (await holdsFigures(ledger)) ? 'degraded' : 'not ready'
  }
}

async function holdsFigures(ledger: Pick<Ledger, 'newestPeriod'>): Promise<boolean> {
  try {
    return (await ledger.newestPeriod()) !== null
  } catch (error) {
    if (error instanceof LedgerUnreachable) return false
    throw error
  }
}
