import type { Edition, MeterDetail } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import type { BoughtSlice } from '../tiles/cut-answer.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'
import type { LookupAnswer } from './lookup-answer.ts'

/** What one answered metered call brought. */
export interface BoughtCall {
  /** Names the call, so that writing it a second time, when it is not known whether the first was, changes nothing. */
  readonly id: string
  readonly name: EditionName
  readonly edition: Edition
  readonly slices: readonly BoughtSlice[]
  readonly at: Date
  readonly rows: number
}

/** The most calls that may be counted under a name, which begins with its day (UTC, such as 2026-11-21). */
export interface CallCap {
  readonly name: string
  readonly most: number
}

/** What one day cost, and saved; `held_cells` were told to viewers without being bought. */
export type DaySpending = MeterDetail['by_day'][number]
export type LensSpending = MeterDetail['by_lens'][number]

/** How long a lease lasts, and how long one that ran out is watched before another gets it; milliseconds. */
export interface LeaseTerm {
  readonly ttl: number
  readonly grace: number
}

/** The store cannot be reached, or does not answer in time: nothing is known, and nothing may be bought. */
export class LedgerUnreachable extends Error {
  constructor(cause: unknown) {
    super(`the ledger cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'LedgerUnreachable'
  }
}

/** What was bought: editions, whole tiles and pieces of tiles. */
export interface TileLedger {
  /** Names what the ledger holds now; another once a period was forgotten, so that no cache mistakes old for new. */
  generation(): Promise<string>
  /** Drops everything held of the periods, which were rebuilt. */
  forget(periods: readonly AsOf[]): Promise<void>
  /** Null when not held. */
  edition(name: EditionName): Promise<Edition | null>
  /** Returns the newest period of which anything is held; null when nothing is. */
  newestPeriod(): Promise<AsOf | null>
  isPeriodKnown(as_of: AsOf): Promise<boolean>
  /** Null when not held. */
  tile(name: EditionName, parent: Cell): Promise<StoredTile | null>
  /** Returns the pieces bought of a tile that is not whole yet. */
  parts(name: EditionName, parent: Cell): Promise<BoughtSlice[]>
  /** Writes an answered call in one step; returns the tiles that it made whole. A call written before is not counted again. */
  commit(call: BoughtCall): Promise<StoredTile[]>
}

/** What free look-ups said. */
export interface LookupLedger {
  /** Returns what the look-up of a parent said in a period; null when it was not made yet. */
  lookup(as_of: AsOf, parent: Cell): Promise<LookupAnswer | null>
  keepLookup(as_of: AsOf, parent: Cell, answer: LookupAnswer): Promise<void>
}

/** What was learned, as JSON values by name. */
export interface LessonLedger {
  /** Returns a lesson as it was given to `learn`; null when there is none. */
  learned(name: string): Promise<unknown>
  learn(name: string, value: unknown): Promise<void>
  /** Replaces a lesson by what `change` makes of it, null where there is none, in one step whoever else writes; returns the new one. */
  amend<T>(name: string, change: (before: unknown) => T): Promise<T>
}

/** What was spent, and how much may be. */
export interface CountLedger {
  /**
   * Counts one call under each of the names, unless one of them has reached its most: then none is counted, and the name
   * of the first that has is returned. One step whoever else counts. Names of days before yesterday are dropped.
   */
  takeCall(caps: readonly CallCap[]): Promise<string | null>
  /** Returns the calls counted under each of the names. */
  spent(names: readonly string[]): Promise<number[]>
  /** Adds to the cells that were sent on a day (UTC) without being bought. */
  noteHeld(day: string, cells: number): Promise<void>
  /** Returns the days (UTC) from `since` on with calls or cells sent, newest first; calls are those answered with figures. */
  spendingByDay(since: string): Promise<DaySpending[]>
  /** Returns the lenses that cost most calls, dearest first, `most` of them. */
  spendingByLens(most: number): Promise<LensSpending[]>
  totals(): Promise<{ tiles_held: number; calls_spent: number }>
}

/** Who may do what only one process at a time may, by the store's clock. */
export interface LeaseLedger {
  /**
   * Grants those of the names that are free or the holder's own, and returns them. A lease of another holder that ran out
   * is granted once it was asked for over `grace` without its holder coming back: after the store itself was away, whoever
   * has paid for an answer is to write it first.
   */
  lease(names: readonly string[], holder: string, times: LeaseTerm): Promise<string[]>
  /** Prolongs those of the names that are still the holder's, though they ran out, and returns them. */
  renew(names: readonly string[], holder: string, ttl: number): Promise<string[]>
  /** Frees those of the names that are the holder's. */
  release(names: readonly string[], holder: string): Promise<void>
}

/** The durable store of what was bought and learned. Every method may be called at any time from any request. */
export interface Ledger extends TileLedger, LookupLedger, LessonLedger, CountLedger, LeaseLedger {
  close(): Promise<void>
}
