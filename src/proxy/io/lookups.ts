import pLimit from 'p-limit'
import { z } from 'zod'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../core/tile-name.ts'
import type { Ledger } from './ledger.ts'
import type { Upstream } from './upstream.ts'

// The service refuses parents coarser than 4, so tiles finer than 6 alone can be looked up.
const FINEST_WITHOUT_LOOKUP = 6
const AT_ONCE = 6
const TRUST = 'lookups'
const trustSchema = z.object({ trusted: z.boolean() })

/** What the free look-up says of tiles before they are bought. */
export interface Lookups {
  /** Those of the parents under which the service sees no listings; none once it was wrong about one. */
  withoutListings(name: EditionName, parents: readonly Cell[]): Promise<Set<Cell>>
  /** Tiles turned out to hold figures: where the look-up had said that there is nothing, it is not trusted again. */
  noteFigures(name: EditionName, parents: readonly Cell[]): Promise<void>
}

/** Look-ups by the service, kept in the ledger for the period in which they were asked. */
export function createLookups(ledger: Ledger, upstream: Upstream): Lookups {
  const limit = pLimit(AT_ONCE)
  const isTrusted = async () => {
    const lesson = trustSchema.safeParse(await ledger.learned(TRUST))
    return !lesson.success || lesson.data.trusted
  }
  const hasListings = async ({ as_of }: EditionName, parent: Cell): Promise<boolean> => {
    const known = await ledger.lookup(as_of, parent)
    if (known !== null) return known
    const result = await upstream.lookup(parent)
    if (result.kind === 'ok') {
      await ledger.keepLookup(as_of, parent, result.value.prices_available)
      return result.value.prices_available
    }
    // A market that is not served has no figures; any other refusal says nothing about the place.
    return !(result.kind === 'refused' && result.refusal.code === 'not_covered')
  }
  return {
    withoutListings: async (name, parents) => {
      if (name.resolution <= FINEST_WITHOUT_LOOKUP || !(await isTrusted())) return new Set()
      const found = await Promise.all(
        parents.map((parent) => limit(async () => ({ parent, listings: await hasListings(name, parent) }))),
      )
      return new Set(found.filter(({ listings }) => !listings).map(({ parent }) => parent))
    },
    noteFigures: async ({ as_of }, parents) => {
      for (const parent of parents) {
        if ((await ledger.lookup(as_of, parent)) === false) return ledger.learn(TRUST, { trusted: false })
      }
    },
  }
}
