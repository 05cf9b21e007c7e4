import { getHexagonAreaAvg, UNITS } from 'h3-js'
import { AREA_CELLS_MAX } from '../../../contract/area.ts'
import { type Cell, cellParent, cellResolution, RESOLUTIONS, type Resolution } from '../../../domain/cell.ts'
import { type Bounds, boundsAreaKm2 } from '../../../domain/tile.ts'

/** What limits the resolution of an area. */
export interface AreaLimits {
  /** The finest that the plan is known to allow. */
  readonly plan: Resolution
  /** Those at which the market has figures; null while that is not known. */
  readonly market: readonly number[] | null
  /** Returns about how many cells the area has. */
  readonly cellsAt: (resolution: Resolution) => number
}

/** Why an area's figures are coarser than its address wants. */
export interface Coarser {
  readonly wanted: Resolution
  readonly why: 'plan' | 'market' | 'size'
}

/**
 * Returns the finest resolution up to `finest` at which the area can have figures. Where there is none, it is the coarsest that
 * market and plan have, whose figures are then too many, but not looked for in vain.
 */
export function finestAnswerable(limits: AreaLimits, finest: Resolution = 8): Resolution {
  const allowed = RESOLUTIONS.filter((each) => each <= finest)
  const answerable = allowed.findLast((each) => obstacleAt(each, limits) === null)
  return answerable ?? allowed.find((each) => obstacleAt(each, limits) === 'size') ?? 4
}

/** Returns the resolution of an area whose address wants `wanted`, and why it is coarser, if it is. */
export function resolutionOfArea(wanted: Resolution, limits: AreaLimits): [Resolution, Coarser | null] {
  const why = obstacleAt(wanted, limits)
  const resolution = why === null ? wanted : finestAnswerable(limits, wanted)
  return [resolution, why === null || resolution === wanted ? null : { wanted, why }]
}

/** True when an area can have figures at a resolution. */
export function isAnswerable(resolution: Resolution, limits: AreaLimits): boolean {
  return obstacleAt(resolution, limits) === null
}

function obstacleAt(resolution: Resolution, { plan, market, cellsAt }: AreaLimits): Coarser['why'] | null {
  if (resolution > plan) return 'plan'
  if (market !== null && !market.includes(resolution)) return 'market'
  return cellsAt(resolution) > AREA_CELLS_MAX ? 'size' : null
}

/** The most cells of a country that are taken at once: about as many as one call answers. */
const COUNTRY_CELLS_MAX = 2_000

/**
 * Returns about how many cells a country has at a resolution, by its extent. If one call is unlikely to return them all,
 * they count as too many, unless there is no coarser resolution.
 */
export function countCountryCells(extent: Bounds | null, resolution: Resolution): number {
  if (resolution === 4) return 0
  if (extent === null) return Number.POSITIVE_INFINITY
  const cells = boundsAreaKm2(extent) / getHexagonAreaAvg(resolution, UNITS.km2)
  return cells > COUNTRY_CELLS_MAX ? Number.POSITIVE_INFINITY : cells
}

/** Returns how many cells a place has at a resolution, given its stored cells. */
export function countCellsAt(stored: readonly Cell[], resolution: Resolution): number {
  const parents = new Set<Cell>()
  let children = 0
  for (const cell of stored) {
    const finer = resolution - cellResolution(cell)
    if (finer > 0) children += 7 ** finer
    else parents.add(cellParent(cell, resolution))
  }
  return parents.size + children
}
