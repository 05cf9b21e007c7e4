import type { Cell, Resolution } from '../../domain/cell.ts'
import { circleCandidateCount } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import type { PlaceOffers } from '../hints/place-offers.ts'
import { type AreaShape, areaCall } from '../planning/area-scope.ts'
import type { CallSize } from '../planning/call-lessons.ts'
import { callSize } from '../planning/call-size.ts'
import { enclosingCircle } from '../planning/enclosing-circle.ts'
import type { Call, PlanRequest } from '../planning/plan.ts'
import { planPurchases } from '../planning/purchase-plan.ts'
import type { StatsQuestion } from '../planning/stats-target.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import type { CallLimits } from './call-limits.ts'

/** A call, how it is to be written, and how large it is; `isProven` says that no smaller one was refused before. */
export interface PlannedCall extends Call {
  readonly question: StatsQuestion
  readonly size: CallSize
  readonly isProven: boolean
}

/** What is to be bought, and whether lists may be trusted to be understood. */
interface Need {
  readonly name: EditionName
  readonly wanted: readonly Slice[]
  readonly around: readonly Slice[]
  readonly areListsDoubted: boolean
  /** What is left of the calls planned before, as long as nothing was refused since. */
  readonly planned?: readonly PlannedCall[]
  /** The area that holds all that is wanted, if any. */
  readonly area?: AreaShape
}

/** Plans by what is learned at this moment; places are looked for only where they can save a call. */
export async function planCalls(deps: { limits: CallLimits; places: PlaceOffers }, need: Need): Promise<PlannedCall[]> {
  const { name, wanted, around, planned = [] } = need
  const { resolution } = name
  const {
    limits,
    question: asked,
    isProven,
  } = await deps.limits.sizes(resolution, parseLensKey(name.lens) ?? {}, {
    wanted: countCells(wanted),
    around: countCells(around),
    circle: candidatesAround(wanted, resolution),
  })
  const question = { ...asked, currency: name.currency }
  const allowed = need.areListsDoubted ? { ...limits, listCells: 0 } : limits
  const request: PlanRequest = { resolution, wanted, around, limits: allowed, places: [] }
  let calls = planPurchases(request)
  if (allowed.isUrlBound && calls.length > Math.ceil(countCells(wanted) / allowed.placeCells)) {
    const places = await deps.places.near(wanted, resolution)
    if (places.length > 0) calls = planPurchases({ ...request, places })
  }
  const one = calls.length > 1 ? areaCall(need.area ?? null, wanted, { limits: allowed, resolution }) : null
  if (one !== null) calls = [one]
  // What a call left over is harder to cover than what it was planned with.
  if (planned.length > 0 && planned.length <= calls.length && isSame(planned, wanted)) calls = [...planned]
  return calls.map((call) => {
    const size = callSize(call, question)
    return { ...call, question, size, isProven: isProven(size) }
  })
}

/** Candidates of the circle around all that is wanted; infinitely many where no circle may be so wide. */
function candidatesAround(wanted: readonly Slice[], resolution: Resolution): number {
  const circle = enclosingCircle(wanted, resolution)
  return circle === null ? Number.POSITIVE_INFINITY : circleCandidateCount(circle, resolution)
}

/** True where the calls bring all that is wanted, and nothing that is not wanted any more. */
function isSame(calls: readonly Call[], wanted: readonly Slice[]): boolean {
  const cells = new Set(wanted.flatMap((slice) => slice.cells))
  const brought = calls.flatMap(({ slices }) => slices.flatMap((slice) => slice.cells))
  return brought.length === cells.size && brought.every((cell) => cells.has(cell))
}

/** The tiles that a call brings cells of. */
export function parentsOf({ slices }: Call): Cell[] {
  return [...new Set(slices.map(({ parent }) => parent))]
}
