import { createServiceApp } from './app.ts'
import { PLANS, type Plans } from './core/plans.ts'
import { createRateLimiter } from './core/rate-limiter.ts'
import { closeServer, createHttpServer, listen } from './http-server.ts'
import { openAccountStore } from './io/account-store.ts'
import { openFigureStore } from './io/figure-store.ts'
import { openMarketStore } from './io/market-store.ts'
import { createMeter } from './io/meter.ts'
import { openPlaceSignals } from './io/place-signals.ts'
import { openPlaceStore } from './io/place-store.ts'
import { openPricedFigures } from './io/priced-figures.ts'
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
}

/** Serves what DATA_DIR holds; `url` is the base address, /public/v1 included. `close` lets running answers end. */
export async function startService(options: ServiceOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { deps, closeStores } = await openStores(options)
  const server = createHttpServer(createServiceApp(deps), deps)
  try {
    const url = await listen(server, options)
    deps.log.info({ url }, 'the service is listening')
    return {
      url,
      async close() {
        await closeServer(server)
        closeStores()
      },
    }
  } catch (error) {
    closeStores()
    throw error
  }
}

async function openStores(options: ServiceOptions) {
  const { dataDir, now, log, clock = () => new Date(), plans = PLANS } = options
  const accounts = openAccountStore(dataDir, 'serving')
  const meter = createMeter(accounts, (err) => log.error({ err }, 'metering failed; requests are served uncounted'))
  const places = openPlaceStore(dataDir)
  const figures = openFigureStore(dataDir, now)
  const signals = openPlaceSignals(figures)
  const pricedFigures = await openPricedFigures()
  const markets = openMarketStore(dataDir)
  const limiter = createRateLimiter(() => clock().getTime())
  const deps: ServiceDeps = {
    accounts,
    meter,
    figures,
    pricedFigures,
    places,
    signals,
    markets,
    plans,
    limiter,
    now,
    clock,
    log,
  }
  const closeStores = () => {
    for (const store of [signals, figures, places, pricedFigures, accounts]) store.close()
  }
  return { deps, closeStores }
}
