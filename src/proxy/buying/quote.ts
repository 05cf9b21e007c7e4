import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import { inTurns } from '../../server/work/turns.ts'
import { beyondScope } from '../planning/area-scope.ts'
import { countCells } from '../tiles/slice.ts'
import type { Batch, Wanted } from './batch.ts'
import { planBatch } from './batch-plan.ts'
import { BatchTiles } from './batch-tiles.ts'
import { Claim, type TileOutcome } from './claim.ts'
import type { LeasedBuyerDeps } from './leased-buyer.ts'
import type { BatchDeps } from './purchase-batch.ts'

/** `onOutcome` receives tiles that are settled without a purchase. */
export type Quote = (wanted: Wanted, onOutcome?: (parent: Cell, outcome: TileOutcome) => void) => Promise<PurchaseQuote>

/** Claims that block nobody. */
const UNREGISTERED: Batch['register'] = { release: async () => {}, releaseLost: async () => [] }

/** Returns the cost of a purchase by making its plan; only free look-ups are sent. */
export function createQuote(deps: BatchDeps, currentTiles: LeasedBuyerDeps['currentTiles']): Quote {
  return async (wanted, onOutcome) => {
    const { pauses, spending } = deps
    // Where tiles are sold in several periods, those of the first one count for all.
    const name = (await currentTiles(wanted.name, wanted.parents))[0]?.name ?? wanted.name
    const noListings: Cell[] = []
    const notCovered: Cell[] = []
    let held = 0
    // Not registered: a quote must not keep anybody from buying.
    const claims = wanted.parents.map((parent) => new Claim(name, parent))
    const tiles = new BatchTiles(deps, { ...wanted, name, claims, around: [], register: UNREGISTERED })
    await tiles.settleWithoutCalls()
    const calls = await planBatch(deps, tiles)
    for (const { parent, settled } of claims) {
      if (settled === null) continue
      if (settled.kind === 'held') held += tileCells(parent).length
      else if (settled.kind === 'no_listings') noListings.push(parent)
      else if (settled.kind === 'refused') notCovered.push(parent)
      onOutcome?.(parent, settled)
    }
    const bought = calls.flatMap(({ slices }) => slices)
    const beside = wanted.scope && (await inTurns(beyondScope(bought, wanted.scope), wanted.waiter.signal))
    const refusal =
      spending.consent(wanted.confirmed) ??
      (await pauses.at(name.resolution)) ??
      (await spending.objection(wanted.viewer))
    return {
      calls: calls.length,
      bought_cells: countCells(bought),
      beside_cells: beside === undefined ? 0 : countCells(beside),
      held_cells: held,
      no_listings: noListings,
      not_covered: notCovered,
      refusal: calls.length === 0 ? null : refusal,
      meter: await spending.meter(wanted.viewer),
    }
  }
}
