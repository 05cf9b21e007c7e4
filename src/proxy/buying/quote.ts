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
    const isSure = calls.every(({ isProven }) => isProven) && !plans.some(({ isEstimate }) => isEstimate)
    const without = withoutPurchase(
      plans.flatMap(({ claims }) => claims),
      onOutcome,
    )
    const bought = calls.flatMap(({ slices }) => slices)
    const beside = wanted.scope && (await inTurns(beyondScope(bought, wanted.scope), wanted.waiter.signal))
    const refusal =
      spending.consent(wanted.confirmed) ??
      (await pauses.at(wanted.name.resolution)) ??
      (await spending.objection(wanted.viewer))
    return {
      calls: calls.length,
      ...(!isSure && { is_estimate: true }),
      bought_cells: countCells(bought),
      beside_cells: beside === undefined ? 0 : countCells(beside),
      ...without,
      refusal: calls.length === 0 ? null : refusal,
      meter: await spending.meter(wanted.viewer),
    }
  }
}

/** What becomes of the tiles that are settled without a purchase. */
function withoutPurchase(
  claims: readonly Claim[],
  onOutcome: Parameters<Quote>[1],
): Pick<PurchaseQuote, 'held_cells' | 'no_listings' | 'not_covered'> {
  const without = { held_cells: 0, no_listings: [] as Cell[], not_covered: [] as Cell[] }
  for (const { parent, settled } of claims) {
    if (settled === null) continue
    if (settled.kind === 'held') without.held_cells += tileCells(parent).length
    else if (settled.kind === 'no_listings') without.no_listings.push(parent)
    else if (settled.kind === 'refused') without.not_covered.push(parent)
    onOutcome?.(parent, settled)
  }
  return without
}
