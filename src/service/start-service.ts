import { Registry } from 'prom-client'
import { PATH_PREFIX } from '../contract/limits.ts'
import { clientReader } from '../server/client-address.ts'
import { logByRequest } from '../server/request-id.ts'
import type { RunningServer } from '../server/running-server.ts'
import { refuseMissingPlans } from './accounts/accounts.ts'
import { createServiceApp } from './app.ts'
import { PLANS, type Plans } from './core/plans.ts'
import { createRateLimiter } from './core/rate-limiter.ts'
import { createServiceServer } from './http-server.ts'
import { openAccountStore } from './io/account-store.ts'
import { openFigureStore } from './io/figure-store.ts'
import { openMarketStore } from './io/market-store.ts'
import { createMeter } from './io/meter.ts'
import { createServiceMetrics } from './io/metrics.ts'
import { openGeocoder } from './io/open-geocoder.ts'
import { openPlaceSignals } from './io/place-signals.ts'
import { openPlaceStore } from './io/place-store.ts'
import { openPricedFigures } from './io/priced-figures.ts'
import { openRateCounts } from './io/rate-store.ts'
import { recordAddress } from './io/service-address.ts'
import type { GeocoderAddress } from './places/geocoder.ts'
import type { Log, ServiceDeps } from './routes/service-env.ts'

export interface ServiceOptions {
  readonly dataDir: string
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** The clock by which periods are served. */
  readonly now: () => Date
  readonly log: Log
  /** The clock by which allowances and minutes run; the wall's unless given. */
  readonly clock?: () => Date
  readonly plans?: Plans
  /** Where metrics are registered; one of its own unless given. */
  readonly registry?: Registry
  /** Proxies that are believed about whom they speak for, as `compileTrust` reads them; none unless given. */
  readonly trustedProxies?: readonly string[]
  /** Who is asked for names that no place has; GeoNames' towns unless given. */
  readonly geocoder?: GeocoderAddress | null
}

/** How long answers in the making may take once the service is asked to close, in ms. */
const CLOSE_GRACE_MS = 10_000

/** Serves what DATA_DIR holds; `url` is the base address, /public/v1 included. */
export async function startService(options: ServiceOptions): Promise<RunningServer> {
  refuseMissingPlans(options)
  const stopping = new AbortController()
  const { deps, closeStores } = await openStores(options, stopping.signal)
  const server = createServiceServer(createServiceApp(deps), deps)
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
        closeStores()
        deps.log.info('the service has ended')
      },
    }
  } catch (error) {
    closeStores()
    throw error
  }
}

async function openStores(options: ServiceOptions, stopping: AbortSignal) {
  const { dataDir, now, clock = () => new Date(), plans = PLANS } = options
  const log = logByRequest(options.log)
  const metrics = createServiceMetrics(options.registry ?? new Registry())
  const accounts = openAccountStore(dataDir, 'serving')
  const meter = metrics.counting(
    createMeter(accounts, (err) => log.error({ err }, 'metering failed; requests are served uncounted')),
  )
  const places = openPlaceStore(dataDir)
  const figures = openFigureStore(dataDir, now)
  metrics.watch(figures, now)
  const signals = openPlaceSignals(figures)
  const pricedFigures = openPricedFigures()
  const markets = openMarketStore(dataDir)
  const geocoder = openGeocoder(options.geocoder ?? null, log)
  const rates = openRateCounts(dataDir, (err) =>
    log.error({ err }, 'requests a minute are counted by this process alone'),
  )
  const limiter = createRateLimiter(() => clock().getTime(), rates)
  const deps: ServiceDeps = {
    accounts,
    meter,
    figures,
    pricedFigures,
    places,
    signals,
    markets,
    geocoder,
    plans,
    limiter,
    now,
    clock,
    log,
    metrics,
    client: clientReader(options.trustedProxies ?? []),
    stopping,
  }
  const closeStores = () => {
    for (const store of [signals, figures, places, geocoder, pricedFigures, rates, accounts]) store.close()
  }
  return { deps, closeStores }
}
