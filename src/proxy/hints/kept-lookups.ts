import type { Cell } from '../../domain/cell.ts'
import type { AsOf } from '../../domain/period.ts'
import { largeCache } from '../../server/storage/large-cache.ts'
import type { LookupLedger, TileLedger } from '../ledger/ledger.ts'
import { emptyReason, type LookupAnswer } from '../ledger/lookup-answer.ts'
import type { AddedMarkets } from './ground/added-markets.ts'
import { noteListingsAbove } from './held-figures.ts'
import type { LookupTrust } from './lookup-trust.ts'
import type { ReadCoverage } from './stated/coverage-reader.ts'

/** As many tiles as some hundred views have. */
const MOST_EMPTY = 20_000
/** Milliseconds after which a tile that was reported as empty is looked up again: the report may have been a fault. */
const BELIEVED = 24 * 3_600_000

/** The results of look-ups that the ledger has for a period, and how long a report of empty ground counts. */
export interface KeptLookups {
  /**
   * Returns the kept result of a look-up, unless it found the parent empty, and since then a market may have been added
   * there, or the period was built again.
   */
  at(as_of: AsOf, parent: Cell): Promise<LookupAnswer | null>
  /** Keeps the result of a look-up; null, which says nothing, is not kept. */
  keep(as_of: AsOf, parent: Cell, answer: LookupAnswer | null): Promise<void>
  /** Whether a kept result still counts; the time of a report starts when it is first met, and again when it is over. */
  isBelieved(as_of: AsOf, parent: Cell, kept: LookupAnswer | null): Promise<boolean>
  /** Starts the time of all reports again. */
  renew(): void
}

export function createKeptLookups(deps: {
  ledger: LookupLedger & Pick<TileLedger, 'tile'>
  coverage: ReadCoverage
  added: AddedMarkets
  trust: Pick<LookupTrust, 'state'>
  clock: () => Date
}): KeptLookups {
  const { ledger, coverage, added, trust, clock } = deps
  /** The added markets at each parent that a look-up of this process found empty. */
  const addedAt = largeCache<Cell, string>(MOST_EMPTY)
  /** The revision of the period at that time; empty for none. */
  const revisedAt = largeCache<string, string>(MOST_EMPTY)
  /** When this process first met the report that a tile is empty, or asked for it again. */
  const metAt = largeCache<string, number>(MOST_EMPTY)
  const revisionOf = async (as_of: AsOf) => (await coverage())?.revisions?.[as_of] ?? ''
  return {
    at: async (as_of, parent) => {
      const kept = await ledger.lookup(as_of, parent)
      if (emptyReason(kept) === null) return kept
      const revision = await revisionOf(as_of)
      if ((revisedAt.get(lookupKey(as_of, parent)) ?? revision) !== revision) return null
      const markets = await added.at(parent)
      return markets === '' || markets === addedAt.get(parent) ? kept : null
    },
    keep: async (as_of, parent, answer) => {
      if (emptyReason(answer) !== null) {
        addedAt.set(parent, await added.at(parent))
        revisedAt.set(lookupKey(as_of, parent), await revisionOf(as_of))
      }
      if (answer !== null) await ledger.keepLookup(as_of, parent, answer)
      if (answer === 'listings') await noteListingsAbove(ledger, as_of, [parent])
    },
    isBelieved: async (as_of, parent, kept) => {
      if (emptyReason(kept) === null) return kept !== null
      const key = lookupKey(as_of, parent)
      const now = clock().getTime()
      const since = metAt.get(key) ?? ((await trust.state()).wasLost ? 0 : now)
      const isFresh = now - since < BELIEVED
      metAt.set(key, isFresh ? since : now)
      return isFresh
    },
    renew: () => metAt.clear(),
  }
}

/** Names the look-up of a parent in a period. */
export function lookupKey(as_of: AsOf, parent: Cell): string {
  return `${as_of} ${parent}`
}
