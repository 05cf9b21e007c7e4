import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Client } from '../../server/client-address.ts'
import type { ExchangeVariables } from '../../server/exchanges.ts'
import type { AccountStore, Caller } from '../accounts/account-store.ts'
import type { FigureStore } from '../figures/figure-store.ts'
import type { PricedFigures } from '../figures/priced-figures.ts'
import type { MarketStore } from '../listings/market-store.ts'
import type { Meter } from '../metering/meter.ts'
import type { RateLimiter, RateState } from '../metering/rate-limiter.ts'
import type { PlaceSignals } from '../places/place-signals.ts'
import type { PlaceStore } from '../places/place-store.ts'
import type { Cycle } from '../plans/cycle.ts'
import type { MeteredGroup, Plan, Plans } from '../plans/plans.ts'
import type { Geocoder } from '../search/geocoder.ts'
import type { ServiceMetrics } from './metrics.ts'

export type Log = Logger

/** What the routes answer from. */
export interface ServiceDeps {
  readonly accounts: AccountStore
  readonly meter: Meter
  readonly figures: FigureStore
  readonly pricedFigures: PricedFigures
  readonly places: PlaceStore
  readonly signals: PlaceSignals
  readonly markets: MarketStore
  readonly geocoder: Geocoder
  readonly plans: Plans
  /** Counts this minute's requests, those that are no HTTP included. */
  readonly limiter: RateLimiter
  /** The clock by which periods are served. */
  readonly now: () => Date
  /** The clock on the wall, by which allowances and minutes run even where the other stands still. */
  readonly clock: () => Date
  readonly log: Log
  readonly metrics: ServiceMetrics
  /** Who sends a request, seen past the proxies that are trusted. */
  readonly client: (incoming: IncomingMessage) => Client
  /** Aborted once the service is to stop. */
  readonly stopping: AbortSignal
}

/** Who calls, and what the call is counted against. */
export interface Admission {
  readonly caller: Caller
  readonly plan: Plan
  readonly cycle: Cycle
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string
}

/** What the quota headers of an answer say. */
export interface Quota {
  group: MeteredGroup | 'metadata'
  limit: number | 'uncounted'
  /** Null when it is not known. */
  used: number | null
  resetsAt: Date | null
  rate: RateState
}

/** What is known of a request while it is answered. */
export interface ServiceEnv {
  Variables: ExchangeVariables & {
    client: Client
    quota: Quota
    /** Set for every request that needed a credential. */
    admission: Admission
  }
}
