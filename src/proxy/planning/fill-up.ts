import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import type { Resolution } from '../../domain/cell.ts'
import { circleCandidateCount, radiusOfCandidates, surelyWithinKm } from '../../domain/distance.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import { shrunk } from './circle-plan.ts'
import { enclosingCircle, reachOf } from './enclosing-circle.ts'
import { type Call, listCall, type PlanLimits, type PlanRequest } from './plan.ts'

/** Calls are filled up to this many cells at most, because tiles that nobody looks at yet make the answer long. */
export const FILLED_CELLS_MAX = 8_000

type CircleCall = Call & { readonly selector: { readonly kind: 'circle' } }

/** Adds whole tiles, in the given order, to calls that have room. Never adds a call. */
export function fillUp(
  calls: readonly Call[],
  { around, limits, resolution }: Pick<PlanRequest, 'around' | 'limits' | 'resolution'>,
): Call[] {
  let left = around
  return calls.map((call) => {
    if (left.length === 0) return call
    const filled = fillCall(call, left, limits, resolution)
    const taken = new Set(filled.slices.map(({ parent }) => parent))
    left = left.filter(({ parent }) => !taken.has(parent))
    return filled
  })
}

function fillCall(call: Call, around: readonly Slice[], limits: PlanLimits, resolution: Resolution): Call {
  switch (call.selector.kind) {
    case 'cells': {
      const list = fillList(call, around, limits)
      const circle = limits.isUrlBound ? circleAround(call, limits, resolution) : null
      const filled = circle && fillCircle(circle, around, limits, resolution)
      return filled !== null && filled.slices.length > list.slices.length ? filled : list
    }
    case 'circle':
      return fillCircle({ ...call, selector: call.selector }, around, limits, resolution)
    case 'place':
      return call
  }
}

/** Returns a circle that contains everything a list requests; null when it is larger than calls may be filled up. */
function circleAround({ slices }: Call, { filledCircle }: PlanLimits, resolution: Resolution): CircleCall | null {
  const circle = enclosingCircle(slices, resolution)
  if (circle === null || circleCandidateCount(circle, resolution) > filledCircle) return null
  return { selector: { kind: 'circle', ...circle }, slices }
}

function fillList(call: Call, around: readonly Slice[], { filledList }: PlanLimits): Call {
  let room = filledList - countCells(call.slices)
  const added = around.filter(({ cells }) => {
    if (cells.length > room) return false
    room -= cells.length
    return true
  })
  return added.length === 0 ? call : listCall([...call.slices, ...added])
}

/** Widens a circle, within the limits, around the tiles that it can then hold. */
function fillCircle(call: CircleCall, around: readonly Slice[], limits: PlanLimits, resolution: Resolution): Call {
  const { kind, ...circle } = call.selector
  const radius_km = Math.min(RADIUS_KM_MAX, radiusOfCandidates(circle, resolution, limits.filledCircle))
  const widest = { ...circle, radius_km }
  const sure = surelyWithinKm(widest, resolution)
  const held = surelyWithinKm(circle, resolution)
  if (radius_km <= circle.radius_km || sure <= held) return call
  const reached = around.map((slice) => ({ slice, reach: reachOf(slice, circle) })).filter(({ reach }) => reach <= sure)
  if (reached.length === 0) return call
  const farthest = Math.max(held, ...reached.map(({ reach }) => reach))
  const slices = [...call.slices, ...reached.map(({ slice }) => slice)]
  return { selector: { kind, ...shrunk(widest, farthest, sure, resolution) }, slices }
}
