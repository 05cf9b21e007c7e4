import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { LookupLedger, TileLedger } from '../ledger/ledger.ts'
import type { EmptyReason } from '../ledger/lookup-answer.ts'
import type { AddedMarkets } from './ground/added-markets.ts'
import type { MarketGround } from './ground/market-ground.ts'
import { hasCoarserFigures } from './held-figures.ts'

/** Which parents have no ground of a market with figures at the resolution. `unknown` are those whose look-ups named no place. */
type FindOutside = (
  name: EditionName,
  parents: readonly Cell[],
  unknown?: ReadonlySet<Cell>,
) => Promise<Map<Cell, EmptyReason>>

/** Tiles outside the service's markets, where look-ups and held figures do not show the opposite. */
export interface OutsideMarkets {
  /** Keeps nothing. */
  likely: FindOutside
  /** Keeps what it finds as look-ups of the period. */
  find: FindOutside
}

export function createOutsideMarkets(deps: {
  ledger: LookupLedger & Pick<TileLedger, 'tile'>
  ground: Pick<MarketGround, 'outside'>
  added: AddedMarkets
}): OutsideMarkets {
  const { ledger, ground, added } = deps
  const isBelied = async (name: EditionName, parent: Cell) =>
    (await ledger.lookup(name.as_of, parent)) === 'listings' || (await hasCoarserFigures(ledger, name, parent))
  const likely: FindOutside = async (name, parents, unknown) => {
    const found = new Map<Cell, EmptyReason>()
    for (const [parent, why] of await ground.outside(parents, name.resolution, unknown)) {
      // Where markets are is only a guess. The resolutions of a market are what the service says.
      if (why === 'elsewhere' && (await isBelied(name, parent))) continue
      found.set(parent, 'not_covered')
    }
    return found
  }
  return {
    likely,
    find: async (name, parents, unknown) => {
      await added.note()
      const found = await likely(name, parents, unknown)
      for (const [parent, reason] of found) {
        if ((await ledger.lookup(name.as_of, parent)) !== reason) await ledger.keepLookup(name.as_of, parent, reason)
      }
      return found
    },
  }
}
