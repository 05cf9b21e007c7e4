import type { Cell, Resolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import type { PlaceOffers } from '../hints/place-offers.ts'
import { type AreaShape, areaCall } from '../planning/area-scope.ts'
import type { CallSize } from '../planning/call-lessons.ts'
import { callSize } from '../planning/call-size.ts'
import type { Call, PlanRequest } from '../planning/plan.ts'
import type { StatsQuestion } from '../planning/stats-target.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import type { CallLimits } from './call-limits.ts'

/** A call with its target and size. `isProven`: the service has accepted calls of this size before. */
export interface PlannedCall extends Call {
  readonly question: StatsQuestion
  readonly size: CallSize
  readonly isProven: boolean
}

/** Computes plans outside the event loop, because large ones take seconds. With a signal, purchases have precedence. */
export interface PlanComputing {
  plan(request: PlanRequest, signal: AbortSignal | undefined): Promise<Call[]>
  /** Returns the candidates of the circle around everything wanted; infinite when no circle may be that wide. */
  candidatesAround(wanted: readonly Slice[], resolution: Resolution, signal: AbortSignal | undefined): Promise<number>
}

export interface CallPlannerDeps {
  readonly limits: CallLimits
  readonly places: PlaceOffers
  readonly computing: PlanComputing
}

/** What to buy, and whether the service is known to understand lists. */
interface Need {
  readonly name: EditionName
  readonly wanted: readonly Slice[]
  readonly around: readonly Slice[]
  readonly areListsDoubted: boolean
  /** The remaining calls of the previous plan, unless something was refused since. */
  readonly planned?: readonly PlannedCall[]
  /** The area that contains everything wanted, if there is one. */
  readonly area?: AreaShape
  readonly signal?: AbortSignal | undefined
}

/** Plans calls with the limits learned so far. Places are looked up only when they can save a call. */
export async function planCalls(deps: CallPlannerDeps, need: Need): Promise<PlannedCall[]> {
  const { name, wanted, around, planned = [], signal } = need
  const { computing } = deps
  const { resolution } = name
  const {
    limits,
    question: asked,
    isProven,
  } = await deps.limits.sizes(resolution, parseLensKey(name.lens) ?? {}, {
    wanted: countCells(wanted),
    around: countCells(around),
    circle: await computing.candidatesAround(wanted, resolution, signal),
  })
  const question = { ...asked, currency: name.currency }
  const allowed = need.areListsDoubted ? { ...limits, listCells: 0 } : limits
  const request: PlanRequest = { resolution, wanted, around, limits: allowed, places: [] }
  let calls = await computing.plan(request, signal)
  if (allowed.isUrlBound && calls.length > Math.ceil(countCells(wanted) / allowed.placeCells)) {
    const places = await deps.places.near(wanted, resolution)
    if (places.length > 0) calls = await computing.plan({ ...request, places }, signal)
  }
  const one = calls.length > 1 ? areaCall(need.area ?? null, wanted, { limits: allowed, resolution }) : null
  if (one !== null) calls = [one]
  // The remainder of a plan often has a shape that is harder to cover than the whole.
  if (planned.length > 0 && planned.length <= calls.length && isSame(planned, wanted)) calls = [...planned]
  return calls.map((call) => {
    const size = callSize(call, question)
    return { ...call, question, size, isProven: isProven(size) }
  })
}

/** True when the calls fetch everything wanted and nothing that is no longer wanted. */
function isSame(calls: readonly Call[], wanted: readonly Slice[]): boolean {
  const cells = new Set(wanted.flatMap((slice) => slice.cells))
  const brought = calls.flatMap(({ slices }) => slices.flatMap((slice) => slice.cells))
  return brought.length === cells.size && brought.every((cell) => cells.has(cell))
}

/** Returns the tiles that a call fetches cells of. */
export function parentsOf({ slices }: Call): Cell[] {
  return [...new Set(slices.map(({ parent }) => parent))]
}
