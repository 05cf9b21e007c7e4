import { getHexagonEdgeLengthAvg, UNITS } from 'h3-js'
import { type Cell, cellResolution, isResolution, type Resolution } from '../../../domain/cell.ts'
import { cellCenter, circleCells, distanceKm } from '../../../domain/distance.ts'
import type { Land, StrangeRules } from './rules.ts'

/** A corner is farther from its cell's centre than the average edge where H3 distorts cells. */
const CORNER = 1.3

/** True when a cell can have figures: its centre is on land of a market that has figures at its resolution. */
export function isOnLand({ lands, resolutionsOf }: StrangeRules, cell: Cell): boolean {
  if (lands === null) return true
  const [center, resolution] = [cellCenter(cell), cellResolution(cell)]
  return lands.some(
    (land) => distanceKm(center, land) <= land.radius_km && resolutionsOf(land.country).includes(resolution),
  )
}

/** Returns the lands that a cell lies in or overlaps. */
export function landsNear({ lands }: StrangeRules, cell: Cell): readonly Land[] {
  const center = cellCenter(cell)
  const reach = CORNER * getHexagonEdgeLengthAvg(cellResolution(cell), UNITS.km)
  return (lands ?? []).filter((land) => distanceKm(center, land) <= land.radius_km + reach)
}

/** Returns the place id of a land. */
export function landId(rules: StrangeRules, land: Land): string {
  return `land-${rules.lands?.indexOf(land)}`
}

/** Returns the cells of a named place at a resolution, or at that of the zone; null when there is no such place. */
export function cellsOfPlace(rules: StrangeRules, geo_id: string, resolution: number): readonly Cell[] | null {
  const given = Object.hasOwn(rules.places, geo_id) ? rules.places[geo_id] : undefined
  if (given !== undefined) return given
  const land = rules.lands?.find((each) => landId(rules, each) === geo_id)
  return land === undefined || !isResolution(resolution) ? null : cellsOfLand(land, resolution)
}

function cellsOfLand(land: Land, resolution: Resolution): readonly Cell[] {
  return circleCells(land, resolution).sort()
}
