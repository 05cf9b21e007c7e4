import { planAreas } from './area-plan.ts'
import { fillUp } from './fill-up.ts'
import { type Call, type PlanRequest, planLists } from './plan.ts'

/**
 * The fewest calls found that cover every wanted cell once, filled up with tiles around them. Lists alone are optimal
 * unless the URL cuts them short, or are not to be trusted; then circles and places compete with them.
 */
export function planPurchases(request: PlanRequest): Call[] {
  const { wanted, limits } = request
  if (wanted.length === 0) return []
  return fillUp(fewestCalls(wanted, request), { ...request, limits })
}

function fewestCalls(wanted: PlanRequest['wanted'], { resolution, limits, places }: PlanRequest): Call[] {
  const lists = limits.listCells > 0 ? planLists(wanted, limits.listCells) : null
  if (lists !== null && (lists.length === 1 || !limits.isUrlBound)) return lists
  const areas = planAreas({ resolution, wanted, limits, places })
  const shorter = areas !== null && (lists === null || areas.length < lists.length) ? areas : lists
  // A list of one cell is understood in whatever way it is written.
  return shorter ?? planLists(wanted, 1)
}
