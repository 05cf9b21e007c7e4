import { Registry } from 'prom-client'
import { PATH_PREFIX } from '../contract/limits.ts'
import { clientReader, compileTrust } from '../server/http/client-address.ts'
import { logByRequest } from '../server/http/request-id.ts'
import type { RunningServer } from '../server/http/running-server.ts'
import type { RedisAddress } from '../server/storage/redis-address.ts'
import { openWorld } from '../server/world/world-places.ts'
import { recordAddress } from './account-page/service-address.ts'
import { refuseMissingPlans } from './accounts/accounts.ts'
import { createServiceApp } from './app.ts'
import type { ClickhouseAddress } from './clickhouse/clickhouse-address.ts'
import { openHeldCells } from './figures/held-cells.ts'
import { openMarketStore } from './listings/market-store.ts'
import { createRateLimiter } from './metering/rate-limiter.ts'
import { openRateCounts } from './metering/rate-store.ts'
import { openMetering } from './metering/redis/open-metering.ts'
import type { S3Address } from './object-storage/s3-address.ts'
import { openFigures } from './open-figures.ts'
import { openListings } from './open-listings.ts'
import { openPlaceSignals } from './places/place-signals.ts'
import { openPlaceStore } from './places/place-store.ts'
import { PLANS, type Plans } from './plans/plans.ts'
import { fixedPlans, type PlansInForce } from './plans/watch-plans.ts'
import type { PostgresAddress } from './postgres/postgres-address.ts'
import { createServiceServer } from './requests/http-server.ts'
import { createServiceMetrics } from './requests/metrics.ts'
import type { Log, ServiceDeps } from './requests/service-env.ts'
import type { GeocoderAddress } from './search/geocoder.ts'
import { openGeocoder } from './search/open-geocoder.ts'
import { meteringFaults, serveAccounts } from './serve-accounts.ts'

export interface ServiceOptions {
  readonly dataDir: string
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  /** The clock that decides which period is served. */
  readonly now: () => Date
  readonly log: Log
  /** The clock for allowances and minutes; the real one by default. */
  readonly clock?: () => Date
  /** The built-in plans by default. */
  readonly plans?: Plans | PlansInForce
  /** Where metrics are registered; a new registry by default. */
  readonly registry?: Registry
  /** Proxies trusted to report the client's address, in the form that `compileTrust` reads; none by default. */
  readonly trustedProxies?: readonly string[]
  /** The geocoder for names that no place has; GeoNames' towns by default. */
  readonly geocoder?: GeocoderAddress | null
  /** The ClickHouse that has the figures; files of DATA_DIR by default. */
  readonly figuresUrl?: ClickhouseAddress | null
  /** The Postgres that has the accounts; a file of DATA_DIR by default. */
  readonly accountsUrl?: PostgresAddress | null
  /** The Redis that counts what accounts spend; where the accounts are by default. */
  readonly meteringUrl?: RedisAddress | null
  /** The object storage that has the imported listings; files of DATA_DIR by default. */
  readonly listingsUrl?: S3Address | null
}

/** How long running requests can take after the service is told to close, in ms. */
const CLOSE_GRACE_MS = 10_000

/** Starts a service on DATA_DIR; `url` is the base address, including /public/v1. */
export async function startService(options: ServiceOptions): Promise<RunningServer> {
  const plans = plansOf(options)
  await refuseMissingPlans({ ...options, plans: plans() })
  const stopping = new AbortController()
  const { deps, closeStores } = await openStores(options, plans, stopping.signal)
  const trust = compileTrust(options.trustedProxies ?? [])
  const server = createServiceServer(createServiceApp(deps), deps, (address) => trust(address, 0))
  try {
    const url = `${await server.listen(options)}${PATH_PREFIX}`
    const forgetAddress = recordAddress(options.dataDir, url)
    deps.log.info({ url }, 'the service is listening')
    const windDown = () => {
      forgetAddress()
      stopping.abort()
      server.windDown()
    }
    return {
      url,
      windDown,
      async close() {
        windDown()
        await server.close(CLOSE_GRACE_MS)
        await closeStores()
        deps.log.info('the service has ended')
      },
    }
  } catch (error) {
    await closeStores()
    throw error
  }
}

function plansOf({ plans = PLANS }: ServiceOptions): PlansInForce {
  return typeof plans === 'function' ? (plans as PlansInForce) : fixedPlans(plans)
}

/** What can be closed; a store that fails to open closes those that were opened before it. */
type Opened = { close(): unknown }[]

async function openStores(options: ServiceOptions, plans: PlansInForce, stopping: AbortSignal) {
  const opened: Opened = []
  const closeStores = async () => {
    for (const store of opened.splice(0).reverse()) await store.close()
  }
  try {
    return { deps: await openDeps(options, { plans, stopping, opened }), closeStores }
  } catch (error) {
    await closeStores()
    throw error
  }
}

async function openDeps(
  options: ServiceOptions,
  { plans, stopping, opened }: { plans: PlansInForce; stopping: AbortSignal; opened: Opened },
): Promise<ServiceDeps> {
  const kept = <Store extends { close(): unknown }>(store: Store): Store => {
    opened.push(store)
    return store
  }
  const { dataDir, now, clock = () => new Date() } = options
  const log = logByRequest(options.log)
  const metrics = createServiceMetrics(options.registry ?? new Registry())
  const places = kept(openPlaceStore(dataDir, log))
  const { figures, pricedFigures } = await openFigures({ dataDir, figuresUrl: options.figuresUrl ?? null }, now, log)
  kept(figures)
  kept(pricedFigures)
  metrics.watch(figures, now)
  const heldCells = kept(openHeldCells(dataDir, figures, log))
  const signals = kept(openPlaceSignals(figures, heldCells, log))
  const { markets, closeMarkets } = await openMarkets(options, log)
  kept({ close: closeMarkets })
  const geocoder = kept(openGeocoder(options.geocoder ?? null, log))
  const rates = kept(
    openRateCounts(dataDir, {
      log,
      faultsOf: (file) => ({
        begin: (err) => log.error({ err, file }, 'the store of request rates failed; this process counts on its own'),
        end: () => log.info({ file }, 'request rates are shared again'),
      }),
    }),
  )
  const limiter = createRateLimiter(() => clock().getTime(), rates)
  const { accounts, counting, cursorKey } = await serveAccounts(options, { clock, limiter, log })
  kept(accounts)
  metrics.watchAccounts(accounts)
  const { meter, callers, closeMetering } = await openMetering(options.meteringUrl ?? null, counting, {
    clock,
    faults: meteringFaults(log, 'METERING_URL'),
    log,
  })
  kept({ close: closeMetering })
  return {
    accounts,
    meter: metrics.counting(meter),
    figures,
    heldCells,
    pricedFigures,
    places,
    signals,
    markets,
    geocoder,
    world: openWorld(log),
    plans,
    limiter,
    callers,
    cursorKey,
    now,
    clock,
    log,
    metrics,
    client: clientReader(options.trustedProxies ?? []),
    stopping,
  }
}

async function openMarkets({ dataDir, now, listingsUrl }: ServiceOptions, log: Log) {
  const shared = await openListings({ dataDir, listingsUrl: listingsUrl ?? null }, now)
  if (shared === null) return { markets: openMarketStore(dataDir, log), closeMarkets: () => {} }
  const { openStoredMarkets } = await import('./stored-listings/stored-markets.ts')
  const { close, ...markets } = await openStoredMarkets(shared, log)
  return { markets, closeMarkets: close }
}
