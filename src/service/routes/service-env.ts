import type { Logger } from 'pino'
import type { Cycle } from '../core/cycle.ts'
import type { Plan, Plans } from '../core/plans.ts'
import type { RateLimiter, RateState } from '../core/rate-limiter.ts'
import type { AccountStore, Caller } from '../io/account-store.ts'
import type { FigureStore } from '../io/figure-store.ts'
import type { MarketStore } from '../io/market-store.ts'
import type { Meter } from '../io/meter.ts'
import type { PlaceSignals } from '../io/place-signals.ts'
import type { PlaceStore } from '../io/place-store.ts'
import type { PricedFigures } from '../io/priced-figures.ts'

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
  readonly plans: Plans
  /** Counts this minute's requests, those that are no HTTP included. */
  readonly limiter: RateLimiter
  /** The clock by which periods are served. */
  readonly now: () => Date
  /** The clock on the wall, by which allowances and minutes run even where the other stands still. */
  readonly clock: () => Date
  readonly log: Log
}

/** Who calls, and what the call is counted against. */
export interface Admission {
  readonly caller: Caller
  readonly plan: Plan
  readonly cycle: Cycle
}

/** What the quota headers of an answer say. */
export interface Quota {
  group: 'current' | 'metadata'
  limit: number | 'uncounted'
  /** Null when it is not known. */
  used: number | null
  resetsAt: Date | null
  rate: RateState
}

/** What is known of a request while it is answered. */
export interface ServiceEnv {
  Variables: {
    requestId: string
    quota: Quota
    /** Set for every request that needed a credential. */
    admission: Admission
  }
}
