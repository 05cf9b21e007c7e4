import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import type { ReadCoverage } from '../hints/stated/coverage-reader.ts'
import type { TileLedger } from '../ledger/ledger.ts'

/** What a service states about its months, for free. */
export interface StatedMonths {
  /** False for a month that it does not have; null when it does not say. */
  isPublished(as_of: AsOf): boolean | null
  /** The revision that it names of a month; null for none. */
  revisionOf(as_of: AsOf): string | null
}

/** Reads what `/coverage` and the held figures of a period say about all months. */
export async function readStatedMonths(
  { ledger, coverage }: { ledger: Pick<TileLedger, 'edition'>; coverage: ReadCoverage },
  name: EditionName,
): Promise<StatedMonths> {
  const earliest = parseAsOf((await ledger.edition(name))?.snapshot.earliest_period ?? '')
  const revisions = (await coverage())?.revisions ?? null
  return {
    isPublished: (as_of) => {
      // What answers stated when they were bought may be out of date: a service may publish older months later.
      if (revisions !== null) return revisions[as_of] !== undefined
      return earliest !== null && as_of < earliest ? false : null
    },
    revisionOf: (as_of) => revisions?.[as_of] ?? null,
  }
}
