import { gridDisk } from 'h3-js'
import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { type Cell, cellParent, type Resolution, trustCell } from '../../domain/cell.ts'
import { cellCenter, distanceKm, radiusOfCandidates, surelyWithinKm } from '../../domain/distance.ts'
import { tileCells } from '../../domain/tile.ts'
import { orderedCells, withinScope } from '../../proxy/planning/calls/area-scope.ts'
import { groundOf, visitWithin } from '../../proxy/planning/circles/ground.ts'
import { pointOf } from '../../proxy/planning/circles/tile-points.ts'
import { atOnce } from '../../server/work/turns.ts'
import { canListBudget, listedCells } from './call-bound.ts'
import type { StrangeLimits } from './strange-services.ts'
import type { Look } from './visitor.ts'

/** Up to so many cells, circles are tried around each of them, and else around each of their parents. */
const TRIED_CENTERS = 5_000

/** Cells of one lens and resolution, and the tiles that the page has shown or offered so far. */
interface Region {
  readonly lens: string
  readonly resolution: Resolution
  readonly cells: Set<Cell>
  readonly known: Set<Cell>
}

/**
 * Returns the fewest calls for a proxy that meets a service for the first time: it knows none of the limits, and only
 * the part of a visit that the page has shown and offered so far. A region that the page had not offered takes calls of
 * its own. Each brings at most what the longest list holds, or the circle with the most of the region. One call more is
 * refused where a look takes more than the budget, and one where lists must be written with repeated parameters: no
 * first guess avoids these for all services.
 */
export function firstContactCalls(looks: readonly Look[], limits: StrangeLimits): number {
  const calls = regionsOf(looks).map(({ cells, resolution }) => {
    return Math.ceil(cells.size / mostInOneCall(cells, resolution, limits))
  })
  const isSizeRefused = looks.some(({ cells }) => cells.length > limits.cellBudget)
  const isStyleRefused = limits.listStyle === 'repeats' && canListBudget(limits)
  return calls.reduce((sum, own) => sum + own, 0) + Number(isSizeRefused) + Number(isStyleRefused)
}

function regionsOf(looks: readonly Look[]): Region[] {
  let regions: Region[] = []
  for (const { lens, resolution, cells, parents, around } of looks) {
    if (cells.length === 0) continue
    const isSame = (region: Region) =>
      region.lens === lens && region.resolution === resolution && parents.some((parent) => region.known.has(parent))
    const joined = regions.filter(isSame)
    const whole = {
      lens,
      resolution,
      cells: new Set([...joined.flatMap((region) => [...region.cells]), ...cells]),
      known: new Set([...joined.flatMap((region) => [...region.known]), ...parents, ...around]),
    }
    regions = [...regions.filter((region) => !joined.includes(region)), whole]
  }
  return regions
}

/** Returns at least the most of the cells that one call can bring. */
function mostInOneCall(cells: ReadonlySet<Cell>, resolution: Resolution, limits: StrangeLimits): number {
  const list = Math.min(limits.cellBudget, listedCells(limits, resolution))
  if (list >= Math.min(cells.size, limits.cellBudget)) return list
  const { byTile } = orderedCells(cells)
  const tiles = [...byTile.keys()].map((parent) => ({ parent, first: 0, cells: tileCells(parent) }))
  const ground = groundOf(atOnce(withinScope(tiles, { shape: null, cells: byTile })))
  let most = list
  for (const { center, reach } of circlesOver(cells, resolution, limits.cellBudget)) {
    let held = 0
    visitWithin(ground, pointOf(center), reach, () => held++)
    most = Math.max(most, held)
  }
  return most
}

/** Circles that together contain every allowed circle, as far as cells are surely inside; `reach` in km. */
function* circlesOver(cells: ReadonlySet<Cell>, resolution: Resolution, budget: number) {
  const level = cells.size <= TRIED_CENTERS ? resolution : resolution - 1
  const tried = new Set([...cells].flatMap((cell) => gridDisk(cellParent(cell, level), 1).map(trustCell)))
  const reaches = new Map<Cell, number>()
  for (const cell of tried) {
    const center = cellCenter(cell)
    const near = cellParent(cell, level - 2)
    const known = reaches.get(near) ?? reachAround(near, resolution, budget)
    reaches.set(near, known)
    // No point is farther from the nearest of these centres than half the way to the next ones.
    const apart = Math.max(...gridDisk(cell, 1).map((other) => distanceKm(center, cellCenter(trustCell(other)))))
    yield { center, reach: known + 0.6 * apart }
  }
}

/** Returns how far cells are surely inside the largest circle around a place, generously. */
function reachAround(place: Cell, resolution: Resolution, budget: number): number {
  const center = cellCenter(place)
  // A circle can have fewer cells than fit its area.
  const radius_km = Math.min(RADIUS_KM_MAX, radiusOfCandidates(center, resolution, budget + 5 * budget ** 0.25))
  return 1.01 * surelyWithinKm({ ...center, radius_km }, resolution)
}
