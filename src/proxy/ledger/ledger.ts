import type { MethodBreaks } from '../../contract/class-scale.ts'
import type { Edition, MeterDetail } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PublishedMetric } from '../../domain/figure.ts'
import type { AsOf } from '../../domain/period.ts'
import type { BoughtSlice } from '../tiles/cut-answer.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'
import type { LookupAnswer } from './lookup-answer.ts'

/** What one answered metered call brought. */
export interface BoughtCall {
  /** Identifies the call, so that a second write, made when the outcome of the first is unknown, changes nothing. */
  readonly id: string
  readonly name: EditionName
  readonly edition: Edition
  readonly slices: readonly BoughtSlice[]
  readonly at: Date
  readonly rows: number
  /** True for the further periods of a call that brought several: the call is counted once, with its first period. */
  readonly isCountedElsewhere?: boolean
}

/** A cap: the most calls that may be counted under a name. The name starts with its day (UTC, such as 2026-11-21). */
export interface CallCap {
  readonly name: string
  readonly most: number
}

/** What one day cost, and saved; `held_cells` were sent to viewers without being bought. */
export type DaySpending = MeterDetail['by_day'][number]
export type LensSpending = MeterDetail['by_lens'][number]

/** How long a lease lasts, and how long an expired one is watched before another holder gets it; milliseconds. */
export interface LeaseTerm {
  readonly ttl: number
  readonly grace: number
}

/** The store cannot be reached, read or written, or does not answer in time. Nothing is known then, so nothing may be bought. */
export class LedgerUnreachable extends Error {
  constructor(cause: unknown) {
    super(`the ledger cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'LedgerUnreachable'
  }
}

/** A revision of a period with something held. */
export interface HeldRevision {
  readonly as_of: string
  readonly revision: string | null
}

/** What was bought: editions, whole tiles and pieces of tiles. */
export interface TileLedger {
  /** Returns a name for the ledger's content. It changes when a period is forgotten, so that no cache returns old figures. */
  generation(): Promise<string>
  /** Drops everything held of these periods, which were rebuilt. */
  forget(periods: readonly AsOf[]): Promise<void>
  /** Returns the revisions of held editions, by period; null for editions that name none. */
  revisions(): Promise<HeldRevision[]>
  /** Null when not held. */
  edition(name: EditionName): Promise<Edition | null>
  /** Returns the newest period with anything held; null when nothing is. */
  newestPeriod(): Promise<AsOf | null>
  isPeriodKnown(as_of: AsOf): Promise<boolean>
  /** Null when not held. */
  tile(name: EditionName, parent: Cell): Promise<StoredTile | null>
  /** Returns those of the parents whose tiles are held, in the given order. */
  heldTiles(name: EditionName, parents: readonly Cell[]): Promise<Cell[]>
  /** Returns the bought pieces of a tile that is not whole yet. */
  parts(name: EditionName, parent: Cell): Promise<BoughtSlice[]>
  /**
   * Writes an answered call atomically; returns the tiles that it completed. A call written before is not counted again.
   * A call of another revision than the held editions drops everything held of the period first.
   */
  commit(call: BoughtCall): Promise<StoredTile[]>
}

/** Results of free look-ups. */
export interface LookupLedger {
  /** Returns the result of a parent's look-up in a period; null when it was not made yet. */
  lookup(as_of: AsOf, parent: Cell): Promise<LookupAnswer | null>
  keepLookup(as_of: AsOf, parent: Cell, answer: LookupAnswer): Promise<void>
}

/** Names the classes of a territory. */
export interface ScaleName {
  readonly edition: EditionName
  readonly metric: PublishedMetric
  readonly geo_id: string
}

/** The classes of a territory as decided for a period, and the number of observed cells that decided them. */
export interface DecidedScale {
  readonly breaks: MethodBreaks
  readonly observed: number
}

/** Decided classes, which are kept as long as their period. */
export interface ScaleLedger {
  /** Null before they are decided. */
  scale(name: ScaleName): Promise<DecidedScale | null>
  /** Keeps a decision unless there is one; returns the one in force. */
  keepScale(name: ScaleName, decided: DecidedScale): Promise<DecidedScale>
}

/** What was learned, as JSON values by name. */
export interface LessonLedger {
  /** Returns a lesson as `learn` received it; null when there is none. */
  learned(name: string): Promise<unknown>
  learn(name: string, value: unknown): Promise<void>
  /** Replaces a lesson atomically by what `change` returns for it (null when there is none); returns the new one. */
  amend<T>(name: string, change: (before: unknown) => T): Promise<T>
}

/** What was spent, and how much may be. */
export interface CountLedger {
  /**
   * Counts one call under each name, atomically, and returns null. If a name has reached its most, counts nothing and
   * returns the first such name. Names of days before yesterday are dropped.
   */
  takeCall(caps: readonly CallCap[]): Promise<string | null>
  /** Takes back one call that was counted under each name. */
  returnCall(names: readonly string[]): Promise<void>
  /** Returns the calls counted under each name. */
  spent(names: readonly string[]): Promise<number[]>
  /** Adds to the cells that were sent on a day (UTC) without being bought. */
  noteHeld(day: string, cells: number): Promise<void>
  /** Returns the days (UTC) from `since` on with calls or sent cells, newest first. Only calls answered with figures count. */
  spendingByDay(since: string): Promise<DaySpending[]>
  /** Returns up to `most` lenses that cost the most calls, most expensive first. */
  spendingByLens(most: number): Promise<LensSpending[]>
  totals(): Promise<{ tiles_held: number; calls_spent: number }>
}

/** Leases for what only one process at a time may do, timed by the store's clock. */
export interface LeaseLedger {
  /**
   * Grants and returns the names that are free or already the holder's. Another holder's expired lease is granted only
   * after it has been requested throughout `grace` without its holder coming back: after an outage of the store, a
   * holder that has paid for an answer must be able to write it first.
   */
  lease(names: readonly string[], holder: string, times: LeaseTerm): Promise<string[]>
  /** Renews and returns the names that are still the holder's, even if they have expired. */
  renew(names: readonly string[], holder: string, ttl: number): Promise<string[]>
  /** Frees the names that are the holder's. */
  release(names: readonly string[], holder: string): Promise<void>
}

/** Keys of metered calls that are under way, or have just ended; the same for all processes that share the store. */
export interface CallKeyLedger {
  /** Returns the key that a call has, if any; else keeps and returns `key`, for `ttl` milliseconds. */
  takeCallKey(call: string, key: string, ttl: number): Promise<string>
  /** Keeps the key of a call for at most this many milliseconds from now. */
  endCallKey(call: string, ttl: number): Promise<void>
}

/** The editions, in any period, that may answer a call: a call names no period, and returns the one that is served. */
export type CallScope = Omit<EditionName, 'as_of'>

/** A metered call that was begun, as JSON. */
export interface OpenCall {
  readonly id: string
  readonly body: string
}

/** Metered calls that were begun and whose end nobody has recorded; the same for all processes that share the store. */
export interface OpenCallLedger {
  /** Keeps a call for `ttl` milliseconds. If it is kept already, only its body is replaced, not its expiry. */
  keepOpenCall(scope: CallScope, call: OpenCall, ttl: number): Promise<void>
  openCalls(scope: CallScope): Promise<OpenCall[]>
  dropOpenCall(scope: CallScope, id: string): Promise<void>
}

/** The durable store of what was bought and learned. Every method may be called at any time from any request. */
export interface Ledger
  extends TileLedger,
    LookupLedger,
    ScaleLedger,
    LessonLedger,
    CountLedger,
    LeaseLedger,
    CallKeyLedger,
    OpenCallLedger {
  /** Rejects within seconds when the store cannot be read and written now, whatever is cached. */
  check(): Promise<void>
  /** Rejects within seconds when the store is known to be down, whatever is cached; cheap enough for every request. */
  reach(): Promise<void>
  close(): Promise<void>
}
