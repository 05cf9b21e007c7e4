import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { PURCHASE_TILES_MAX } from '../../contract/proxy-api.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { type Circle, circleCandidateCount, radiusOfCandidates, surelyWithinKm } from '../../domain/distance.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { countCells, cutSlice, runsOf, type Slice } from '../tiles/slice.ts'
import { type Call, listCall, type PlanRequest } from './calls/plan.ts'
import { shrunk } from './circles/circle-plan.ts'
import { circleAround, enclosingCircle, outermost, reachOf, rimOf } from './circles/enclosing-circle.ts'
import { dotAt } from './circles/ground.ts'
import { cosineOfKm, pointOf, tilePoints } from './circles/tile-points.ts'

/**
 * Calls are filled up to the cells of this many tiles, as many as the largest purchase has, so that responses stay
 * readable.
 */
export const FILLED_CELLS_MAX = PURCHASE_TILES_MAX * CELLS_PER_TILE

/** A circle is moved to hold these of the tiles around it, the nearest first. */
const AIMED_TILES = 60

type CircleCall = Call & { readonly selector: { readonly kind: 'circle' } }
type FillRequest = Pick<PlanRequest, 'around' | 'limits' | 'resolution'>
/** A call that was filled up, and what is left of the cells around. */
type Filled = readonly [call: Call, left: readonly Slice[]]

/**
 * Adds cells around the view, in the given order, to calls that have room: as many as they can hold, since the rest of a
 * tile can be bought later. Never adds a call.
 */
export function fillUp(calls: readonly Call[], request: FillRequest): Call[] {
  let left = request.around
  return calls.map((call) => {
    if (left.length === 0) return call
    const [filled, rest] = fillCall(call, { ...request, around: left })
    left = rest
    return filled
  })
}

function fillCall(call: Call, request: FillRequest): Filled {
  switch (call.selector.kind) {
    case 'cells': {
      const list = fillList(call, request)
      const circle = request.limits.isUrlBound ? circleFor(call, request.resolution, request.limits.filledCircle) : null
      const filled = circle && fillCircle(circle, request)
      return filled !== null && countCells(filled[0].slices) > countCells(list[0].slices) ? filled : list
    }
    case 'circle':
      return fillCircle({ ...call, selector: call.selector }, request)
    case 'place':
      return [call, request.around]
  }
}

/** Returns a circle of at most so many candidates for everything that a call brings; null where it would be larger. */
export function circleFor({ slices }: Call, resolution: Resolution, candidates: number): CircleCall | null {
  const circle = enclosingCircle(slices, resolution)
  if (circle === null || circleCandidateCount(circle, resolution) > candidates) return null
  return { selector: { kind: 'circle', ...circle }, slices }
}

function fillList(call: Call, { around, limits }: FillRequest): Filled {
  let room = limits.filledList - countCells(call.slices)
  const added: Slice[] = []
  const left: Slice[] = []
  for (const slice of around) {
    const [taken, rest] = room > 0 ? cutSlice(slice, room) : [null, slice]
    if (taken !== null) added.push(taken)
    if (rest !== null) left.push(rest)
    room -= taken?.cells.length ?? 0
  }
  return added.length === 0 ? [call, around] : [listCall([...call.slices, ...added]), left]
}

/** Moves a circle to where it holds most of the cells wanted next, and takes everything that it then surely holds. */
function fillCircle(call: CircleCall, request: FillRequest): Filled {
  const { around, limits, resolution } = request
  const circle = aim(call, request)
  const allowed = Math.min(RADIUS_KM_MAX, radiusOfCandidates(circle, resolution, limits.filledCircle))
  const widest = { ...circle, radius_km: Math.max(circle.radius_km, allowed) }
  const sure = surelyWithinKm(widest, resolution)
  const added: Slice[] = []
  const left: Slice[] = []
  for (const slice of around) {
    for (const [isInside, run] of runsWithin(slice, circle, sure)) (isInside ? added : left).push(run)
  }
  if (added.length === 0) return [call, around]
  const slices = [...call.slices, ...added]
  const farthest = Math.max(...slices.map((slice) => reachOf(slice, circle)))
  return [{ selector: { kind: 'circle', ...shrunk(widest, farthest, sure, resolution) }, slices }, left]
}

/** Returns a circle that also holds as many as possible of the tiles around, the first ones first. */
function aim({ selector, slices }: CircleCall, { around, limits, resolution }: FillRequest): Circle {
  let circle: Circle = { lat: selector.lat, lng: selector.lng, radius_km: selector.radius_km }
  let held = slices
  let rim = outermost(rimOf(slices))
  const isAllowed = (wider: Circle | null): wider is Circle =>
    wider !== null && circleCandidateCount(wider, resolution) <= limits.filledCircle
  for (const tile of byTile(around).slice(0, AIMED_TILES)) {
    const all = outermost(Float64Array.of(...rim, ...rimOf(tile)))
    // Most tiles do not fit, which the points that stand out show in no time.
    if (!isAllowed(circleAround(all, resolution))) continue
    const wider = enclosingCircle([...held, ...tile], resolution)
    if (!isAllowed(wider)) continue
    circle = wider
    held = [...held, ...tile]
    rim = all
  }
  return circle
}

function byTile(slices: readonly Slice[]): Slice[][] {
  const tiles = new Map<Cell, Slice[]>()
  for (const slice of slices) {
    const known = tiles.get(slice.parent)
    if (known === undefined) tiles.set(slice.parent, [slice])
    else known.push(slice)
  }
  return [...tiles.values()]
}

function runsWithin(slice: Slice, circle: Circle, km: number): [boolean, Slice][] {
  const points = tilePoints(slice.parent)
  const center = pointOf(circle)
  const least = cosineOfKm(km)
  return runsOf(slice, (index) => dotAt(points, slice.first + index, center) >= least)
}
