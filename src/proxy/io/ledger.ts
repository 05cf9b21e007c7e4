import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { AsOf } from '../../domain/period.ts'
import type { BoughtSlice } from '../core/cut-answer.ts'
import type { StoredTile } from '../core/stored-tile.ts'
import type { EditionName } from '../core/tile-name.ts'

/** What one answered metered call brought. */
export interface BoughtCall {
  readonly name: EditionName
  readonly edition: Edition
  readonly slices: readonly BoughtSlice[]
  readonly at: Date
  readonly rows: number
}

/** The durable store of what was bought and learned. Every method may be called at any time from any request. */
export interface Ledger {
  /** Names what the ledger holds now; another once a period was forgotten, so that no cache mistakes old for new. */
  generation(): Promise<string>
  /** Drops all that is held of the periods, which were built anew. */
  forget(periods: readonly AsOf[]): Promise<void>
  /** Null when not held. */
  edition(name: EditionName): Promise<Edition | null>
  /** The newest period of which anything is held; null when nothing is. */
  newestPeriod(): Promise<AsOf | null>
  isPeriodKnown(as_of: AsOf): Promise<boolean>
  /** Null when not held. */
  tile(name: EditionName, parent: Cell): Promise<StoredTile | null>
  /** Pieces bought of a tile that is not whole yet. */
  parts(name: EditionName, parent: Cell): Promise<BoughtSlice[]>
  /** Writes an answered call in one transaction; returns the tiles that it made whole. */
  commit(call: BoughtCall): Promise<StoredTile[]>
  /** What the free look-up said of a parent in a period; null when not asked yet. */
  lookup(as_of: AsOf, parent: Cell): Promise<boolean | null>
  keepLookup(as_of: AsOf, parent: Cell, prices_available: boolean): Promise<void>
  /** A lesson by name, as it was given to `learn`; null when there is none. */
  learned(name: string): Promise<unknown>
  learn(name: string, value: unknown): Promise<void>
  totals(): Promise<{ tiles_held: number; calls_spent: number }>
  close(): Promise<void>
}
