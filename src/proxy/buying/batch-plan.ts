import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { inTurns, nextTurn } from '../../server/work/turns.ts'
import { beyondScope, withinScope } from '../planning/calls/area-scope.ts'
import { joinSlices, nearestFirst } from '../planning/nearest-first.ts'
import type { Slice } from '../tiles/slice.ts'
import { type CallPlannerDeps, type PlannedCall, planCalls, sizesFor } from './calls/call-planner.ts'
import type { BatchTiles } from './claims/batch-tiles.ts'

/** Areas of more tiles get no cells around them, because finding the nearest ones takes too long. */
const SMALL_TILES = 4
const TILES_AROUND = 6
/** Calls whose slices are joined in one turn. */
const CALLS_A_TURN = 50

/** Chooses only as many tiles around as one call has room for, since looking up more would be wasted. */
export async function choosePadding(deps: CallPlannerDeps, tiles: BatchTiles): Promise<void> {
  const wanted = await tiles.missing()
  const { name, waiter } = tiles
  const need = { name, wanted, ...(await roomOf(tiles)), waiter }
  const { limits } = await sizesFor(deps, need)
  const most = Math.max(limits.filledList, limits.isUrlBound ? limits.filledCircle : 0)
  // The cells nearest to an area can lie in any of the tiles around it.
  const more = tiles.scope === undefined ? 0 : TILES_AROUND
  return tiles.choosePadding(Math.ceil(most / CELLS_PER_TILE) + more)
}

/** Cells around that justify trying larger calls: none around an area, which seldom moves. */
async function roomOf(tiles: BatchTiles): Promise<{ room: number; isMoving: boolean }> {
  if (tiles.scope !== undefined) return { room: 0, isMoving: false }
  return { room: tiles.paddingRoom(), isMoving: await tiles.isMoving() }
}

/**
 * Plans all calls for the missing cells of a batch, within the limits learned so far: for whole tiles, or only for the
 * cells that the scope wants. `planned` has the remaining calls of the previous plan, unless something was learned since;
 * `isLeftOut` is true where circles have left out what is missing.
 */
export async function planBatch(
  deps: CallPlannerDeps,
  tiles: BatchTiles,
  planned: readonly PlannedCall[] = [],
  isLeftOut = false,
): Promise<PlannedCall[]> {
  const { name, scope, waiter } = tiles
  const wanted = await tiles.missing()
  const around = await tiles.padding()
  const seeker = tiles.offerSeeker()
  const need = { name, wanted, around, ...(await roomOf(tiles)), planned, isLeftOut, seeker, waiter }
  const whole = await planCalls(deps, need)
  const isSure = whole.every(({ isProven }) => isProven)
  if (scope === undefined || (isSure && whole.length <= 1)) return whole
  const own = await inTurns(withinScope(wanted, scope), waiter.signal)
  const beside = await besideArea(own, wanted, around, tiles)
  const request = { ...need, wanted: own, around: beside, area: scope.shape }
  const cut: PlannedCall[] = []
  for (const [index, call] of (await planCalls(deps, request)).entries()) {
    if (index > 0 && index % CALLS_A_TURN === 0) await nextTurn(waiter.signal)
    cut.push({ ...call, slices: joinSlices(call.slices) })
  }
  // Whole tiles also serve maps, so they are preferred when they cost and risk no more.
  return cut.length < whole.length || !isSure ? cut : whole
}

/**
 * Extra cells for which an area's calls have room: the rest of its tiles and the tiles around, because areas grow and
 * maps show whole tiles. A quoted cost does not count them.
 */
async function besideArea(
  own: readonly Slice[],
  wanted: readonly Slice[],
  around: readonly Slice[],
  tiles: BatchTiles,
): Promise<Slice[]> {
  const { scope, waiter } = tiles
  if (scope === undefined || waiter.commit === null) return []
  const beside = [...(await inTurns(beyondScope(wanted, scope), waiter.signal)), ...around]
  return scope.cells.size > SMALL_TILES ? beside : nearestFirst(beside, own)
}
