import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { AREA_CELLS_MAX } from '../contract/area.ts'
import { clientReader, compileTrust } from '../server/http/client-address.ts'
import { siteOf } from '../server/http/counted-address.ts'
import { createHttpServer } from '../server/http/http-server.ts'
import { logByRequest } from '../server/http/request-id.ts'
import type { RunningServer } from '../server/http/running-server.ts'
import { createSeats } from '../server/work/seats.ts'
import { createShortQueue } from '../server/work/short-queue.ts'
import { openWorld } from '../server/world/world-places.ts'
import { type AccessRules, createAccess, OPEN_TO_ALL } from './access/access.ts'
import { bareRefusals, MAX_HEAD_BYTES } from './access/bare-refusal.ts'
import { type BasemapRules, OWN_BASEMAP_ONLY, originsOf } from './access/basemap-rules.ts'
import { strictHeaders } from './access/guards.ts'
import { createProxyApp } from './app.ts'
import { createAreaCells } from './areas/area-cells.ts'
import { createAreas } from './areas/areas.ts'
import { createAnswerWriter } from './buying/calls/answer-writer.ts'
import { createCallLimits } from './buying/calls/call-limits.ts'
import { createOpenCalls } from './buying/calls/open-calls.ts'
import type { LeaseTimes } from './buying/claims/leases.ts'
import { createAbsenceAnswers } from './buying/doubts/absence-answers.ts'
import { createCutDoubts } from './buying/doubts/cut-doubts.ts'
import { createHomeCurrency } from './buying/doubts/home-currency.ts'
import { createLensDoubts } from './buying/doubts/lens-doubts.ts'
import { createRefusalPauses, FAULTY } from './buying/doubts/refusal-pauses.ts'
import { createSelectorDoubts } from './buying/doubts/selector-doubts.ts'
import { createPurchaser } from './buying/purchaser.ts'
import { createSharedCallKeys } from './buying/shared-call-keys.ts'
import { type Computing, createComputing } from './computing.ts'
import { openEntrance } from './entrance.ts'
import { createFindGround } from './hints/ground/cell-ground.ts'
import { withCountries } from './hints/ground/country-cells.ts'
import { createReadLand } from './hints/ground/land.ts'
import { createMarketGround } from './hints/ground/market-ground.ts'
import { createFindNearestGround } from './hints/ground/nearest-ground.ts'
import { createZoneCells } from './hints/ground/zone-cells.ts'
import { createLookups } from './hints/lookups.ts'
import { createPeriodFinder } from './hints/periods/period-finder.ts'
import { createPeriodRevisions } from './hints/periods/period-revisions.ts'
import { createPlaceOffers } from './hints/place-offers.ts'
import { createCoverageName } from './hints/stated/coverage-name.ts'
import { createCoverageReader } from './hints/stated/coverage-reader.ts'
import { createDeclaredParameters } from './hints/stated/declared-parameters.ts'
import { createFilterWords } from './hints/stated/filter-words.ts'
import { createStrangeFilters } from './hints/stated/lens-names.ts'
import { createOfferedCurrencies } from './hints/stated/offered-currencies.ts'
import { createOfferedFilters } from './hints/stated/offered-filters.ts'
import { createEarlierTiles } from './history/earlier-tiles.ts'
import { createHistories } from './history/histories.ts'
import { createRefusedMonths } from './history/refused-months.ts'
import type { Ledger } from './ledger/ledger.ts'
import { openLedger } from './ledger/opening/open-ledger.ts'
import { createProxyMetrics, type ProxyMetrics } from './metrics.ts'
import { createRates } from './rates/rates.ts'
import { openPageFiles } from './routes/page-files.ts'
import { createHotTiles } from './routes/tiles/hot-tiles.ts'
import { createScales } from './scales/scales.ts'
import { readHistoryAllowance } from './spending/history-allowance.ts'
import { createMeter } from './spending/meter.ts'
import { createPauses } from './spending/pauses.ts'
import { createSavings } from './spending/savings.ts'
import { createSpending } from './spending/spending.ts'
import { type SpendingRules, UNGUARDED } from './spending/spending-rules.ts'
import type { Credentials, RereadCredentials } from './upstream/connection/credentials.ts'
import { createServiceClock } from './upstream/connection/service-clock.ts'
import { type ConnectionLimits, connectService, MOST_CONNECTIONS } from './upstream/connection/service-connection.ts'
import { createFreeAnswers } from './upstream/free/free-answers.ts'
import { createFreeShares, WITHOUT_SHARES } from './upstream/free/free-shares.ts'
import type { CircuitRules } from './upstream/pacing/circuit.ts'
import type { Patience } from './upstream/pacing/retry-pause.ts'
import { createUpstream } from './upstream/upstream.ts'

// Milliseconds: a service that hangs must not keep the proxy from shutting down.
const LONGEST_DRAIN = 20_000
/** Quotes and areas under way at once, some of them waiting for the service; further ones are refused. */
const QUOTES = { atOnce: 4, perClient: 2, waiting: 12 }
/** Requests of browsers to the free endpoints: half of the connections, so that the proxy's own always find one. */
const PASSED_ON = { atOnce: MOST_CONNECTIONS / 2, waiting: 256 }
/** Purchases under way, which take some hundred kilobytes each. */
const PURCHASES = { inAll: 768, perClient: 256, retryAfter: 5 }

export interface ProxyOptions {
  readonly dataDir: string
  /** Address of the store that several proxies share; a file in `dataDir` unless given. */
  readonly ledgerUrl?: string | null
  readonly leaseTimes?: LeaseTimes
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  /** The service's address with its path prefix: `http://127.0.0.1:8787/public/v1`. */
  readonly serviceBaseUrl: string
  /** True for the service that runs in the same process; false unless given. */
  readonly isEmbedded?: boolean
  readonly serviceToken: string
  /** Sent to the service besides the token; none unless given. */
  readonly serviceHeaders?: Credentials['headers']
  /** Reads token and headers again; they cannot change unless given. */
  readonly rereadCredentials?: RereadCredentials | null
  /** Address of the HTTP proxy through which the service is reached; directly unless given. */
  readonly outboundProxy?: string | null
  /** The built page; null serves none. */
  readonly pageDir: string | null
  /** The clock that decides which of the service's periods is current. */
  readonly now: () => Date
  readonly log: Logger
  /** The clock for waits and allowances; the system clock unless given. */
  readonly clock?: () => Date
  readonly patience?: Patience
  readonly circuit?: CircuitRules
  readonly connectionLimits?: ConnectionLimits
  /** No limits on spending unless given. */
  readonly spending?: SpendingRules
  /** Open to all unless given. */
  readonly access?: AccessRules
  /** Only the page's own basemap unless given. */
  readonly basemap?: BasemapRules
  /** Where metrics are registered; a new registry unless given. */
  readonly registry?: Registry
  /** What computes outside the event loop; a thread of the proxy's own, closed with it, unless given. */
  readonly computing?: Computing
}

/** Starts the proxy; rejects when an option is invalid or the port is in use. `close` finishes purchases under way. */
export async function startProxy(options: ProxyOptions): Promise<RunningServer> {
  const windingDown = new AbortController()
  const stopping = new AbortController()
  // Every request that waits for a retry listens.
  setMaxListeners(0, stopping.signal)
  const log = logByRequest(options.log)
  const { access = OPEN_TO_ALL } = options
  const strict = await strictHeaders(originsOf(options.basemap ?? OWN_BASEMAP_ONLY))
  const metrics = createProxyMetrics(options.registry ?? new Registry())
  const { dataDir, ledgerUrl = null, serviceBaseUrl, isEmbedded } = options
  const ledger = metrics.countPurchases(await openLedger({ dataDir, ledgerUrl, serviceBaseUrl, isEmbedded, log }))
  const parts = { ledger, metrics, windingDown, stopping, strict }
  const { entrance, drain, release } = await assemble(options, log, parts).catch(async (error) => {
    await ledger.close()
    throw error
  })
  const trust = compileTrust(access.trustedProxies)
  const server = createHttpServer({
    fetch: (request, env) => entrance(request, env as HttpBindings),
    maxAddressBytes: MAX_HEAD_BYTES,
    maxHeadBytes: MAX_HEAD_BYTES,
    refuse: bareRefusals(strict),
    client: clientReader(access.trustedProxies),
    isReverseProxy: (address) => trust(address, 0),
    metrics: metrics.exchanges,
    log,
  })
  const origin = await server
    .listen({ host: options.host, port: options.port })
    .catch(async (error: NodeJS.ErrnoException) => {
      await release()
      throw error.code === 'EADDRINUSE'
        ? new Error(`port ${options.port} is already in use: choose another with PORT`)
        : error
    })
  const url = origin.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//localhost:')
  log.info({ url }, 'the proxy is listening')
  const windDown = () => {
    windingDown.abort()
    server.windDown()
  }
  return {
    url,
    windDown,
    close: async () => {
      windDown()
      stopping.abort()
      await Promise.all([
        server.close(LONGEST_DRAIN),
        Promise.race([drain(), sleep(LONGEST_DRAIN, undefined, { ref: false })]),
      ])
      await release()
      log.info('the proxy has shut down')
    },
  }
}

/** Connects the parts; `release` closes what they have open. */
async function assemble(
  options: ProxyOptions,
  log: Logger,
  {
    ledger,
    metrics,
    windingDown,
    stopping,
    strict,
  }: {
    ledger: Ledger
    metrics: ProxyMetrics
    windingDown: AbortController
    stopping: AbortController
    strict: ReadonlyMap<string, string>
  },
) {
  const { now, pageDir, clock = () => new Date(), serviceBaseUrl } = options
  const elapsed = () => performance.now()
  const keys = createSharedCallKeys({ ledger, log })
  const { serviceToken: token, serviceHeaders: headers = {}, rereadCredentials: reread = null } = options
  const { outboundProxy = null } = options
  const service = { baseUrl: serviceBaseUrl, token, headers, reread, outboundProxy, log, keys }
  const serviceClock = createServiceClock(clock)
  const connection = serviceClock.watch(metrics.watchConnection(connectService(service, options.connectionLimits)))
  const computing = options.computing ?? createComputing()
  const upstream = createUpstream({
    connection,
    computing,
    clock,
    elapsed,
    stopping: stopping.signal,
    circuit: options.circuit,
    ...(options.patience ? { patience: options.patience } : {}),
  })
  const meter = createMeter({ upstream, ledger, log, elapsed })
  const coverage = createCoverageReader({ upstream, elapsed })
  const period = createPeriodFinder({ upstream, coverage, ledger, log, now, clock: serviceClock.latest, elapsed })
  const rules = options.spending ?? UNGUARDED
  const pauses = createPauses({ ledger, meter, clock })
  const spending = createSpending({ rules, ledger, meter, pauses, upstream, clock })
  const historyMeter = createMeter({ upstream, ledger, log, elapsed }, meter)
  const historyPauses = createPauses({ ledger, meter: historyMeter, clock, purpose: 'history' })
  const ofHistories = {
    pauses: historyPauses,
    refusedMonths: createRefusedMonths({ ledger, clock }),
    allowance: () => readHistoryAllowance(historyMeter),
    // The page shows the allowance for current figures.
    spending: {
      ...createSpending({
        rules,
        ledger,
        meter: historyMeter,
        pauses: historyPauses,
        upstream: { pausedBecause: () => upstream.pausedBecause('history') },
        clock,
      }),
      meter: spending.meter,
    },
  }
  const savings = createSavings({ ledger, clock, log })
  const { access: accessRules = OPEN_TO_ALL } = options
  // An operator who sets no limit knows all viewers, or sees all under one address.
  const shares = accessRules.requestsPerMinute === null ? WITHOUT_SHARES : createFreeShares()
  const queue = createShortQueue({ ...PASSED_ON, groupOf: siteOf, elapsed })
  const freeAnswers = createFreeAnswers({ upstream, computing, queue, shares })
  const free = freeAnswers.find
  const declared = createDeclaredParameters({ free, computing, elapsed })
  const listCells = createZoneCells(upstream, declared)
  const revisions = createPeriodRevisions({ coverage, ledger, period, log, elapsed })
  const marketGround = createMarketGround({ coverage })
  const openCallsFor = (purpose: 'tiles' | 'rates') =>
    createOpenCalls({ ledger, basePath: upstream.basePath, log, purpose })
  const offered = createOfferedFilters({ free, clock })
  const currencies = createOfferedCurrencies(offered)
  const buying = {
    upstream,
    ledger,
    meter,
    period,
    revisions,
    log,
    clock,
    latest: serviceClock.latest,
    computing,
    cutDoubts: createCutDoubts(elapsed),
    homeCurrency: createHomeCurrency({ ledger, currencies, marketsAt: marketGround.marketsAt, elapsed }),
    lensDoubts: createLensDoubts(elapsed),
    filterWords: createFilterWords(offered),
    unusable: createRefusalPauses(elapsed, { tolerated: 1 }),
    refusedGround: createRefusalPauses(elapsed, { tolerated: 1 }),
    refusedKinds: createRefusalPauses(elapsed, FAULTY),
    groundDoubts: createRefusalPauses(elapsed),
    absences: createAbsenceAnswers({ ledger, clock }),
    selectorDoubts: createSelectorDoubts(elapsed),
    limits: createCallLimits({ ...upstream, ledger, declared, meter, clock }),
    openCalls: openCallsFor('tiles'),
    lookups: createLookups(ledger, { upstream, ground: marketGround, coverage, shares, clock }),
    pauses,
    listCells,
    places: createPlaceOffers(upstream, { listCells, shares }),
    spending,
    savings,
    writer: createAnswerWriter({ log, onCount: metrics.noteUnwritten }),
  }
  const purchaser = createPurchaser({ ...buying, elapsed, leaseTimes: options.leaseTimes })
  const areas = createAreas({ ...buying, purchaser, elapsed })
  const forHistories = { ...buying, ...ofHistories, coverage, declared, elapsed, leaseTimes: options.leaseTimes }
  const histories = createHistories(forHistories)
  const earlier = createEarlierTiles(forHistories)
  const strangeFilter = createStrangeFilters({ offered, declared })
  const rates = createRates({
    ...buying,
    openCalls: openCallsFor('rates'),
    currencies,
    elapsed,
    leaseTimes: options.leaseTimes,
  })
  const land = createReadLand()
  const findNearest = createFindNearestGround(marketGround, land)
  const scales = createScales({ ...buying, listCells, shares, findNearest, elapsed })
  const page = pageDir === null ? null : openPageFiles(pageDir)
  const access = createAccess(accessRules, rules.callsPerSession !== null)
  const areaCells = createAreaCells({
    listCells: withCountries(listCells, { children: upstream.children, most: AREA_CELLS_MAX }),
    computing,
    shares,
  })
  const deps = {
    ...buying,
    purchaser,
    areas,
    histories,
    earlier,
    scales,
    findArea: areaCells.find,
    marketGround,
    coverageName: createCoverageName(coverage, {
      onOther: () => {
        freeAnswers.forget()
        areaCells.forget()
      },
    }),
    declared,
    findGround: createFindGround(marketGround, land),
    world: openWorld(log),
    quotes: createShortQueue({ ...QUOTES, groupOf: siteOf, elapsed }),
    seats: createSeats({ ...PURCHASES, groupOf: siteOf }),
    rates,
    strangeFilter,
    free,
    page,
    hotTiles: createHotTiles(),
    access,
    strictHeaders: strict,
    embedding: accessRules.embedding,
    basemap: options.basemap ?? OWN_BASEMAP_ONLY,
    metrics,
    stopping: windingDown.signal,
  }
  const drain = async () => {
    await Promise.all([purchaser.drain(), rates.drain()])
    // A rate's answer may still wait to be written after the purchases have finished.
    await buying.writer.drain()
  }
  const release = async () => {
    purchaser.close()
    rates.close()
    histories.close()
    earlier.close()
    if (computing !== options.computing) await computing.close()
    await connection.close()
    await savings.close()
    await ledger.close()
  }
  return { entrance: openEntrance(createProxyApp(deps), deps), drain, release }
}
