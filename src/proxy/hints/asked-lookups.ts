import type { Refusal } from '../../contract/proxy-api.ts'
import type { PointSignal } from '../../contract/service/geo.ts'
import { type Cell, cellParent, cellResolution } from '../../domain/cell.ts'
import type { AsOf } from '../../domain/period.ts'
import { type EmptyReason, emptyReason, type LookupAnswer } from '../ledger/lookup-answer.ts'
import type { ServiceResult } from '../upstream/connection/service-answer.ts'
import type { FreeShares } from '../upstream/free/free-shares.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { MarketGround } from './ground/market-ground.ts'
import { type KeptLookups, lookupKey } from './kept-lookups.ts'

/** On whose behalf a tile is looked up. */
export interface FreeSeeker {
  /** Whose share of the service's free requests look-ups count towards. */
  readonly address: string
  /** Called for each tile that is not looked up because that share is used. */
  onWithheld?(parent: Cell, why: Refusal): void
}

interface Asked {
  readonly upstream: Pick<Upstream, 'lookup'>
  readonly ground: Pick<MarketGround, 'isUnnamed'>
}

/** Asks the service, for free, whether a parent has listings; null when its answer says nothing about the place. */
export async function askForListings({ upstream, ground }: Asked, parent: Cell): Promise<LookupAnswer | null> {
  const answer = readAnswer(parent, await upstream.lookup(parent))
  return answer === 'not_covered' && (await ground.isUnnamed(parent)) ? null : answer
}

/** Look-ups of single parents, as kept, or else as the service answers them now. */
export interface AskedLookups {
  /** Returns why a parent is empty; null when it is not, or nothing is known of it. Only believed results save a request. */
  reason(as_of: AsOf, parent: Cell, seeker: FreeSeeker): Promise<EmptyReason | null>
  /** Asks the service whatever is kept, and keeps the result. */
  again(as_of: AsOf, parent: Cell): Promise<LookupAnswer | null>
}

export function createAskedLookups(deps: Asked & { kept: KeptLookups; shares: FreeShares }): AskedLookups {
  const { kept, shares } = deps
  const again = async (as_of: AsOf, parent: Cell) => {
    const answer = await askForListings(deps, parent)
    await kept.keep(as_of, parent, answer)
    return answer
  }
  /** Look-ups under way, shared by everyone who needs the same tile. */
  const asking = new Map<string, Promise<LookupAnswer | null>>()
  return {
    again,
    reason: async (as_of, parent, seeker) => {
      const key = lookupKey(as_of, parent)
      const known = await kept.at(as_of, parent)
      if (!asking.has(key) && !(await kept.isBelieved(as_of, parent, known))) {
        const refusal = await shares.take(seeker.address)
        if (refusal !== null && known === null) seeker.onWithheld?.(parent, refusal)
        if (refusal !== null) return emptyReason(known)
        // Somebody else may have begun it meanwhile.
        if (!asking.has(key))
          asking.set(
            key,
            again(as_of, parent).finally(() => asking.delete(key)),
          )
      }
      return emptyReason((await asking.get(key)) ?? known)
    },
  }
}

/** Null when the result says nothing about the place. The only refusal that does is the one for a market not served. */
function readAnswer(asked: Cell, result: ServiceResult<PointSignal>): LookupAnswer | null {
  if (result.kind === 'ok') {
    const { prices_available, h3 } = result.value
    // Something in front of the service may send the answer about one cell to all.
    const isOther = h3 !== null && !isWithin(h3, asked) && !isWithin(asked, h3)
    return prices_available === null || isOther ? null : prices_available ? 'listings' : 'no_listings'
  }
  return result.kind === 'refused' && result.refusal.code === 'not_covered' ? 'not_covered' : null
}

function isWithin(cell: Cell, outer: Cell): boolean {
  const resolution = cellResolution(outer)
  return cellResolution(cell) >= resolution && cellParent(cell, resolution) === outer
}
