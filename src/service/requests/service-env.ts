import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Client } from '../../server/http/client-address.ts'
import type { ExchangeVariables } from '../../server/http/exchanges.ts'
import type { WorldPlaces } from '../../server/world/world-place.ts'
import type { Caller, ServedAccounts } from '../accounts/account-store.ts'
import type { FigureStore } from '../figures/figure-store.ts'
import type { HeldCellStore } from '../figures/held-cells.ts'
import type { PricedFigures } from '../figures/priced-figures.ts'
import type { MarketStore } from '../listings/market-store.ts'
import type { Meter } from '../metering/meter.ts'
import type { CallerLimiter, RateLimiter, RateState } from '../metering/rate-limiter.ts'
import type { PlaceSignals } from '../places/place-signals.ts'
import type { PlaceStore } from '../places/place-store.ts'
import type { Cycle } from '../plans/cycle.ts'
import type { MeteredGroup, Plan } from '../plans/plans.ts'
import type { PlansInForce } from '../plans/watch-plans.ts'
import type { Geocoder } from '../search/geocoder.ts'
import type { ServiceMetrics } from './metrics.ts'

export type Log = Logger

/** What the routes need. */
export interface ServiceDeps {
  readonly accounts: ServedAccounts
  readonly meter: Meter
  readonly figures: FigureStore
  readonly heldCells: HeldCellStore
  readonly pricedFigures: PricedFigures
  readonly places: PlaceStore
  readonly signals: PlaceSignals
  readonly markets: MarketStore
  readonly geocoder: Geocoder
  /** The world's places, read when they are first needed. */
  readonly world: () => Promise<WorldPlaces>
  readonly plans: PlansInForce
  /** Counts this minute's requests by address, including those that are not valid HTTP. */
  readonly limiter: RateLimiter
  /** Counts this minute's requests by account. */
  readonly callers: CallerLimiter
  /** Signs cursors; the same for all services on the same accounts, and after a restart. */
  readonly cursorKey: string
  /** The clock that decides which period is served. */
  readonly now: () => Date
  /** The real clock, for allowances and minutes; it runs even when `now` stands still. */
  readonly clock: () => Date
  readonly log: Log
  readonly metrics: ServiceMetrics
  /** Who sent a request, looking past trusted proxies. */
  readonly client: (incoming: IncomingMessage) => Client
  /** Aborted when the service is told to stop. */
  readonly stopping: AbortSignal
}

/** Who is calling, and what the call is charged to. */
export interface Admission {
  readonly caller: Caller
  readonly plan: Plan
  readonly cycle: Cycle
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string
}

/** The content of a response's quota headers. */
export interface Quota {
  group: MeteredGroup | 'metadata'
  limit: number | 'uncounted'
  /** Null when unknown. */
  used: number | null
  resetsAt: Date | null
  rate: RateState
}

/** What is known about a request while it is handled. */
export interface ServiceEnv {
  Variables: ExchangeVariables & {
    client: Client
    quota: Quota
    /** Set for every request that needed a credential. */
    admission: Admission
  }
}
