import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import { inTurns } from '../../server/work/turns.ts'
import { beyondScope } from '../planning/calls/area-scope.ts'
import { countCells } from '../tiles/slice.ts'
import { planBatch } from './batch-plan.ts'
import type { PlannedCall } from './calls/call-planner.ts'
import type { Batch, Wanted } from './claims/batch.ts'
import { BatchTiles } from './claims/batch-tiles.ts'
import { Claim, type TileOutcome } from './claims/claim.ts'
import type { CurrentTiles } from './claims/current-tiles.ts'
import type { LeasedBuyerDeps } from './claims/leased-buyer.ts'
import type { BatchDeps } from './purchase-batch.ts'

/** `onOutcome` receives tiles that are settled without a purchase. */
export type Quote = (wanted: Wanted, onOutcome?: (parent: Cell, outcome: TileOutcome) => void) => Promise<PurchaseQuote>

/** Claims that block nobody. */
const UNREGISTERED: Batch['register'] = { release: async () => {}, releaseLost: async () => [] }

/** What the plan for tiles of one period buys, and what becomes of the others. */
interface Plan {
  readonly calls: readonly PlannedCall[]
  readonly claims: readonly Claim[]
  /** True when fewer calls may be needed than planned. */
  readonly isEstimate: boolean
}

/** Returns the cost of a purchase by making its plans, one for each period; only free look-ups are sent. */
export function createQuote(deps: BatchDeps, currentTiles: LeasedBuyerDeps['currentTiles']): Quote {
  const planIn = async (wanted: Wanted, { name, parents }: CurrentTiles): Promise<Plan> => {
    // Not registered: a quote must not keep anybody from buying.
    const claims = parents.map((parent) => new Claim(name, parent))
    const tiles = new BatchTiles(deps, { ...wanted, name, claims, around: [], register: UNREGISTERED })
    await tiles.settleWithoutCalls()
    return { calls: await planBatch(deps, tiles), claims, isEstimate: tiles.isEstimate() }
  }
  return async (wanted, onOutcome) => {
    const { pauses, spending } = deps
    const plans: Plan[] = []
    for (const current of await currentTiles(wanted.name, wanted.parents)) plans.push(await planIn(wanted, current))
    const calls = plans.flatMap((plan) => plan.calls)
    const isUnsure = plans.some(({ isEstimate }) => isEstimate)
    const noListings: Cell[] = []
    const notCovered: Cell[] = []
    let held = 0
    for (const { parent, settled } of plans.flatMap(({ claims }) => claims)) {
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
      (await pauses.at(wanted.name.resolution)) ??
      (await spending.objection(wanted.viewer))
    return {
      calls: calls.length,
      ...((isUnsure || !calls.every(({ isProven }) => isProven)) && { is_estimate: true }),
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
