import { planAreas } from './area-plan.ts'
import { type Call, type PlanRequest, planLists } from './calls/plan.ts'
import { planCircles } from './circles/circle-plan.ts'
import { circleFor, fillUp } from './fill-up.ts'

/** Covering more with circles alone takes long, and hardly ever as few calls. */
const RECONSIDERED_CALLS = 6

/**
 * Finds the fewest calls that cover every wanted cell once. The order of choice:
 * - List: as few lists of cells as the budget allows (`planLists`). When one list is enough, or the service's budget
 *   rather than the length of the URL limits it, nothing takes fewer calls.
 * - Circle: otherwise circles compete with the lists, since a short URL can ask for any number of cells. They are laid
 *   where most of the wanted cells are, and lists take what they leave (`planCircles`).
 * - Place: a named place replaces circles where it and the plan for the rest take fewer calls (`planAreas`).
 * - Fill-up: lists and circles with room left take whole tiles around the view, which cost no call (`fillUp`).
 *
 * Lists win a tie. Until the list style is proven, circles win a tie with circles and lists.
 * Where lists are not to be trusted (`limits.listCells` is 0), circles and places cover everything; where
 * they cannot, lists of one cell do, which are understood however they are written.
 */
export function planPurchases(request: PlanRequest): Call[] {
  const { wanted, limits } = request
  if (wanted.length === 0) return []
  return fillUp(fewestCalls(wanted, request), { ...request, limits })
}

function fewestCalls(wanted: PlanRequest['wanted'], request: PlanRequest): Call[] {
  const { resolution, limits, places } = request
  const lists = limits.listCells > 0 ? planLists(wanted, limits.listCells) : null
  if (lists !== null && !limits.isUrlBound) return lists
  if (lists?.length === 1) return surestOf(lists, request)
  const areas = planAreas({ resolution, wanted, limits, places })
  const shorter = areas !== null && (lists === null || areas.length < lists.length) ? areas : lists
  return shorter === null ? planLists(wanted, 1) : surestOf(shorter, request)
}

/** Returns circles alone for a plan with lists where lists are unsure and that takes no more calls. */
function surestOf(plan: Call[], { resolution, wanted, limits }: PlanRequest): Call[] {
  if (!limits.areListsUnsure || limits.listCells === 0 || plan.length > RECONSIDERED_CALLS) return plan
  const isList = ({ selector }: Call) => selector.kind === 'cells'
  if ((plan.length > 1 && plan.every(isList)) || !plan.some(isList)) return plan
  const rounded = plan.map((call) => (isList(call) ? (circleFor(call, resolution, limits.circleCells) ?? call) : call))
  if (!rounded.some(isList)) return rounded
  if (plan.length === 1) return plan
  const circles = planCircles({ resolution, wanted, limits: { ...limits, listCells: 0 }, most: plan.length })
  return circles !== null && circles.length <= plan.length ? circles : plan
}
