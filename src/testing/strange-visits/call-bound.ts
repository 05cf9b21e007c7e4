import { cellArea, latLngToCell, UNITS } from 'h3-js'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { cellCenter, circleKm2, type LatLng, radiusOfCandidates, surelyWithinKm } from '../../domain/distance.ts'
import { tileCells } from '../../domain/tile.ts'
import { cellsWithin } from '../../proxy/planning/calls/stats-target.ts'
import type { StrangeLimits } from './strange-services.ts'

// The interface says that a circle has at most 500 km.
const WIDEST_KM = 500
/** Total area of the circles that best cover a plane, as a multiple of the plane's area. */
const COVERING = 1.21

/** True when a list can hold as many cells as the service accepts. */
export function canListBudget({ cellBudget, ...limits }: StrangeLimits): boolean {
  return listedCells(limits, 8) >= cellBudget
}

/** Tiles that somebody looked at, by lens and resolution. */
export type WantedTiles = Map<string, { readonly resolution: Resolution; readonly parents: Set<Cell> }>

/** Adds tiles to those wanted. */
export function noteWanted(wanted: WantedTiles, lens: string, resolution: Resolution, parents: readonly Cell[]): void {
  const key = `${lens} ${resolution}`
  const known = wanted.get(key) ?? { resolution, parents: new Set() }
  for (const parent of parents) known.parents.add(parent)
  wanted.set(key, known)
}

/**
 * Returns the fewest calls by the cell budget, and by what a list or a circle can hold of it. Each tile counts as its share
 * of a call: cells differ in size from place to place, and so does the number that a circle of 500 km holds.
 */
export function boundsOf(wanted: WantedTiles, limits: StrangeLimits): { bound: number; reachable: number } {
  let [bound, reachable] = [0, 0]
  for (const { resolution, parents } of wanted.values()) {
    const list = Math.min(limits.cellBudget, listedCells(limits, resolution))
    let [cells, calls] = [0, 0]
    for (const parent of parents) {
      const { length } = tileCells(parent)
      cells += length
      calls += length / Math.max(list, discCells(cellCenter(parent), resolution, limits.cellBudget) / COVERING)
    }
    bound += Math.ceil(cells / limits.cellBudget)
    reachable += Math.ceil(calls)
  }
  return { bound, reachable }
}

/** How many cells a list can hold by the length of its URL. */
export function listedCells({ urlKb, listStyle }: Omit<StrangeLimits, 'cellBudget'>, resolution: Resolution): number {
  if (listStyle === 'first') return 1
  const style = listStyle === 'repeats' ? 'repeats' : 'commas'
  return cellsWithin(urlKb * 1024, { basePath: PATH_PREFIX, lens: {}, resolution, style })
}

/** About how many cells are surely inside the largest circle that the interface and the budget allow around a point. */
function discCells(center: LatLng, resolution: Resolution, budget: number): number {
  const radius_km = Math.min(WIDEST_KM, radiusOfCandidates(center, resolution, budget))
  const sure = surelyWithinKm({ ...center, radius_km }, resolution)
  return sure <= 0
    ? 1
    : Math.max(1, circleKm2(sure) / cellArea(latLngToCell(center.lat, center.lng, resolution), UNITS.km2))
}
