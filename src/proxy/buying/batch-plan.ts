import { nextTurn } from '../../server/turns.ts'
import { withinScope } from '../planning/area-scope.ts'
import type { BatchTiles } from './batch-tiles.ts'
import { type CallPlannerDeps, type PlannedCall, planCalls } from './call-planner.ts'

/** What earlier calls of the same batch taught. */
export interface EarlierCalls {
  readonly areListsDoubted: boolean
  /** The remaining calls of the previous plan, unless something was learned since. */
  readonly planned: readonly PlannedCall[]
}

const NONE_EARLIER: EarlierCalls = { areListsDoubted: false, planned: [] }

/** Plans all calls for what is missing of a batch, with the limits learned so far. Whole tiles, or only what the scope wants. */
export async function planBatch(
  deps: CallPlannerDeps,
  tiles: BatchTiles,
  earlier: EarlierCalls = NONE_EARLIER,
): Promise<PlannedCall[]> {
  const { name, scope, signal } = tiles
  const wanted = await tiles.missing()
  const need = { name, wanted, around: tiles.padding(), ...earlier, signal }
  const whole = await planCalls(deps, need)
  const isSure = whole.every(({ isProven }) => isProven)
  if (scope === undefined || (isSure && whole.length <= 1)) return whole
  await nextTurn(signal)
  const cut = await planCalls(deps, { ...need, wanted: withinScope(wanted, scope), area: scope.shape })
  // Whole tiles also serve maps, so they are preferred when they cost and risk no more.
  return cut.length < whole.length || !isSure ? cut : whole
}
