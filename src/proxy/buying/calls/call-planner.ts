import { RADIUS_KM_MAX } from '../../../contract/limits.ts'
import type { Cell, Resolution } from '../../../domain/cell.ts'
import { cellCenter, circleCandidateCount } from '../../../domain/distance.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { parseLensKey } from '../../../domain/lens.ts'
import { inTurns } from '../../../server/work/turns.ts'
import { within } from '../../../server/work/within.ts'
import type { OfferSeeker, PlaceOffers } from '../../hints/place-offers.ts'
import type { CallSize } from '../../lessons/call-lessons.ts'
import { type AreaShape, areaCalls } from '../../planning/calls/area-scope.ts'
import { callSize } from '../../planning/calls/call-size.ts'
import type { Call, PlanLimits, PlanRequest } from '../../planning/calls/plan.ts'
import type { StatsQuestion } from '../../planning/calls/stats-target.ts'
import { narrowed, widenedCall } from '../../planning/circles/circle-reading.ts'
import { CORE_SHARE } from '../../tiles/circle-ground.ts'
import { countCells, type Slice } from '../../tiles/slice.ts'
import type { Waiter } from '../claims/batch.ts'
import type { SelectorDoubts } from '../doubts/selector-doubts.ts'
import type { CallLimits } from './call-limits.ts'

/** A call with its target and size. `isProven`: the service has accepted calls of this size before. */
export interface PlannedCall extends Call {
  readonly question: StatsQuestion
  readonly size: CallSize
  readonly isProven: boolean
}

/** Computes plans outside the event loop, because large ones take seconds. Purchases come before costs. */
export interface PlanComputing {
  plan(request: PlanRequest, waiter: Waiter | undefined): Promise<Call[]>
  /** Returns how many cells the circle around everything wanted can contain; infinite when no circle may be that wide. */
  candidatesAround(wanted: readonly Slice[], resolution: Resolution, waiter: Waiter | undefined): Promise<number>
}

export interface CallPlannerDeps {
  readonly limits: CallLimits
  readonly places: PlaceOffers
  readonly computing: PlanComputing
  readonly selectorDoubts: SelectorDoubts
}

/** Milliseconds that a quote waits for places: with a slow service it may be a call or two higher than needed. */
const QUOTE_WAIT = 2_000
/** How many bytes of targets are written in one step, which takes a millisecond. */
const SIZED_BYTES = 100_000

/** What to buy. */
interface Need {
  readonly name: EditionName
  readonly wanted: readonly Slice[]
  readonly around: readonly Slice[]
  /** How many cells around the wanted ones there are in all, including those not worth filling calls up with. */
  readonly room: number
  /** True where tiles beside those wanted are held. */
  readonly isMoving: boolean
  /** The remaining calls of the previous plan, unless something was refused since. */
  readonly planned?: readonly PlannedCall[]
  /** The area that contains everything wanted, if there is one. */
  readonly area?: AreaShape
  /** True where circles left some of it out that may lie at their rims: others are made so wide that they surely hold it. */
  readonly isLeftOut?: boolean
  readonly seeker: OfferSeeker
  readonly waiter?: Waiter
}

/** Plans calls with the limits learned so far. Places are looked up only when they can save a call. */
export async function planCalls(deps: CallPlannerDeps, need: Need): Promise<PlannedCall[]> {
  const { name, wanted, around, planned = [], seeker, waiter } = need
  const { computing, selectorDoubts } = deps
  const { resolution } = name
  const { limits: learned, question: asked, isProven, circleShare: known } = await sizesFor(deps, need)
  const circleShare = need.isLeftOut ? Math.min(known, CORE_SHARE) : known
  const parents = wanted.map(({ parent }) => parent)
  const allowed = selectorDoubts.limitsFor(name, parents, learned)
  const widestKm = selectorDoubts.widestKm()
  const widest = widestAround(wanted, resolution, widestKm)
  const limits = narrowed(widestKm < RADIUS_KM_MAX ? withinWidth(allowed, widest) : allowed, circleShare, widest)
  const question = { ...asked, currency: name.currency }
  const request: PlanRequest = { resolution, wanted, around, limits, places: [] }
  let calls = await computing.plan(request, waiter)
  if (limits.isUrlBound && calls.length > Math.ceil(countCells(wanted) / limits.placeCells)) {
    const near = deps.places.near(wanted, name, seeker)
    const offers = (waiter?.commit === null ? await within(QUOTE_WAIT, near) : await near) ?? []
    const places = offers.filter(({ geo_id }) => selectorDoubts.isPlaceTaken(name, geo_id))
    if (places.length > 0) calls = await computing.plan({ ...request, places }, waiter)
  }
  const isUnfit = ({ geo_id, listedFor }: PlaceShape) =>
    listedFor < name.as_of || !selectorDoubts.isPlaceTaken(name, geo_id)
  const area = namesUnfitPlace(need.area, isUnfit) ? null : need.area
  const asAreas = () => inTurns(areaCalls(area ?? null, wanted, { limits, resolution }), waiter?.signal)
  const own = calls.length > 1 ? await asAreas() : null
  if (own !== null && own.length < calls.length) calls = own
  calls = calls.map((call) => widenedCall(call, circleShare))
  // The rest of a plan often has a shape that is harder to cover than the whole, so a new plan can be longer.
  if (planned.length > 0 && planned.length < calls.length && isSame(planned, wanted)) calls = [...planned]
  return inTurns(sized(calls, { question, isProven }), waiter?.signal)
}

type PlaceShape = Extract<AreaShape, { kind: 'place' }>

function namesUnfitPlace(area: AreaShape | undefined, isUnfit: (place: PlaceShape) => boolean): boolean {
  if (area?.kind === 'several') return area.of.some(({ shape }) => namesUnfitPlace(shape ?? undefined, isUnfit))
  return area?.kind === 'place' && isUnfit(area)
}

/** Adds targets and sizes, in steps. */
function* sized(
  calls: readonly Call[],
  { question, isProven }: Pick<PlannedCall, 'question'> & { isProven: (size: CallSize) => boolean },
): Generator<void, PlannedCall[]> {
  const planned: PlannedCall[] = []
  let written = 0
  for (const call of calls) {
    if (written > SIZED_BYTES) {
      yield
      written = 0
    }
    const size = callSize(call, question)
    written += size.bytes
    planned.push({ ...call, question, size, isProven: isProven(size) })
  }
  return planned
}

/** Returns how large calls may be for the wanted cells and this many cells around them. */
export async function sizesFor(
  { limits, computing, selectorDoubts }: Pick<CallPlannerDeps, 'limits' | 'computing' | 'selectorDoubts'>,
  { name, wanted, room, isMoving, waiter }: Pick<Need, 'name' | 'wanted' | 'room' | 'isMoving' | 'waiter'>,
): Promise<Awaited<ReturnType<CallLimits['sizes']>>> {
  const { lens, resolution } = name
  const circle = await computing.candidatesAround(wanted, resolution, waiter)
  const cells = countCells(wanted)
  const widest = widestAround(wanted, resolution, selectorDoubts.widestKm())
  return limits.sizes(resolution, parseLensKey(lens) ?? {}, { cells, around: room, isMoving, circle, widest })
}

/** Returns how many cells the widest circle can contain around the first wanted cell. */
function widestAround(wanted: readonly Slice[], resolution: Resolution, radius_km: number): number {
  const [somewhere] = wanted.flatMap(({ cells }) => cells.slice(0, 1))
  if (somewhere === undefined) return Number.POSITIVE_INFINITY
  return circleCandidateCount({ ...cellCenter(somewhere), radius_km }, resolution)
}

/** Cells differ in size within a view, so a circle elsewhere of as many cells may be as much wider. */
const WIDTH_ROOM = 0.9

/** Returns limits for circles hardly wider than one of so many candidates. */
function withinWidth(limits: PlanLimits, candidates: number): PlanLimits {
  const most = (size: number) => Math.min(size, Math.floor(WIDTH_ROOM * candidates))
  return { ...limits, circleCells: most(limits.circleCells), filledCircle: most(limits.filledCircle) }
}

/** True when the calls fetch everything wanted. */
function isSame(calls: readonly Call[], wanted: readonly Slice[]): boolean {
  const brought = new Set(calls.flatMap(({ slices }) => slices.flatMap(({ cells }) => cells)))
  return wanted.every(({ cells }) => cells.every((cell) => brought.has(cell)))
}

/** Returns the tiles that a call fetches cells of. */
export function parentsOf({ slices }: Call): Cell[] {
  return [...new Set(slices.map(({ parent }) => parent))]
}
