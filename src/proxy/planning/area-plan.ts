import { countCells, runsOf, type Slice } from '../tiles/slice.ts'
import { type Call, type PlaceOffer, type PlanRequest, planLists } from './calls/plan.ts'
import { planCircles } from './circles/circle-plan.ts'

// A view lies in a few nested zones, and trying one costs a plan.
const PLACES_TRIED = 8

type AreaRequest = Omit<PlanRequest, 'around'>

/** Returns the fewest calls found with circles, places and lists for the rest; null when they save nothing. */
export function planAreas(request: AreaRequest): Call[] | null {
  let best = planCircles(request)
  let chosen: Call[] = []
  let { wanted, places } = request
  for (;;) {
    const worth = best === null ? request.limits.listCells : countCells(wanted) / (best.length - chosen.length)
    const found = bestPlace(
      { ...request, wanted, places },
      worth,
      (best?.length ?? Number.POSITIVE_INFINITY) - chosen.length,
    )
    if (found === null) return best
    chosen = [...chosen, found.call]
    best = [...chosen, ...found.rest]
    wanted = found.left
    places = places.filter(({ geo_id }) => geo_id !== found.geo_id)
  }
}

/** Returns the place that brings the plan below `most` calls, if any. Tries places with more than `worth` wanted cells. */
function bestPlace({ wanted, places, ...request }: AreaRequest, worth: number, most: number) {
  const tried = places
    .map((offer) => ({ ...splitBy(wanted, offer), geo_id: offer.geo_id, size: offer.cells.size }))
    .filter(({ inside, size }) => countCells(inside) > worth && size <= request.limits.placeCells)
    .sort((a, b) => countCells(b.inside) - countCells(a.inside))
    .slice(0, PLACES_TRIED)
  let best: { geo_id: string; call: Call; rest: Call[]; left: Slice[] } | null = null
  for (const { geo_id, size, inside, left } of tried) {
    const rest = planRest({ wanted: left, places: [], ...request })
    if (rest === null || 1 + rest.length >= (best === null ? most : 1 + best.rest.length)) continue
    best = { geo_id, call: { selector: { kind: 'place', geo_id, size }, slices: inside }, rest, left }
  }
  return best
}

function planRest(request: AreaRequest): Call[] | null {
  const { wanted, limits } = request
  if (wanted.length === 0) return []
  const lists = limits.listCells > 0 ? planLists(wanted, limits.listCells) : null
  if (lists?.length === 1) return lists
  return planCircles(request) ?? lists
}

function splitBy(wanted: readonly Slice[], { cells: ofPlace }: PlaceOffer): { inside: Slice[]; left: Slice[] } {
  const inside: Slice[] = []
  const left: Slice[] = []
  for (const slice of wanted) {
    for (const [isInside, run] of runsOf(slice, (index) => ofPlace.has(slice.cells[index] ?? slice.parent))) {
      ;(isInside ? inside : left).push(run)
    }
  }
  return { inside, left }
}
