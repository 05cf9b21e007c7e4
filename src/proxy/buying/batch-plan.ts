import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { nextTurn } from '../../server/turns.ts'
import { withinScope } from '../planning/area-scope.ts'
import type { BatchTiles } from './batch-tiles.ts'
import { type CallPlannerDeps, type PlannedCall, planCalls, sizesFor } from './call-planner.ts'

/** Chooses as many tiles around as one call may have room for, since the free look-ups of more would be in vain. */
export async function choosePadding(deps: CallPlannerDeps, tiles: BatchTiles): Promise<void> {
  const wanted = await tiles.missing()
  const { name, waiter } = tiles
  const need = { name, wanted, room: tiles.paddingRoom(), isMoving: await tiles.isMoving(), waiter }
  const { limits } = await sizesFor(deps, need)
  const most = Math.max(limits.filledList, limits.isUrlBound ? limits.filledCircle : 0)
  return tiles.choosePadding(Math.ceil(most / CELLS_PER_TILE))
}

/**
 * Plans all calls for what is missing of a batch, with the limits learned so far. Whole tiles, or only what the scope wants.
 * `planned`: the remaining calls of the previous plan, unless something was learned since.
 */
export async function planBatch(
  deps: CallPlannerDeps,
  tiles: BatchTiles,
  planned: readonly PlannedCall[] = [],
): Promise<PlannedCall[]> {
  const { name, scope, waiter } = tiles
  const wanted = await tiles.missing()
  const around = { around: await tiles.padding(), room: tiles.paddingRoom(), isMoving: await tiles.isMoving() }
  const need = { name, wanted, ...around, planned, waiter }
  const whole = await planCalls(deps, need)
  const isSure = whole.every(({ isProven }) => isProven)
  if (scope === undefined || (isSure && whole.length <= 1)) return whole
  await nextTurn(waiter.signal)
  const cut = await planCalls(deps, { ...need, wanted: withinScope(wanted, scope), area: scope.shape })
  // Whole tiles also serve maps, so they are preferred when they cost and risk no more.
  return cut.length < whole.length || !isSure ? cut : whole
}
