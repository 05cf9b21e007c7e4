import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { type Cell, cellToBigInt, trustCell } from '../../domain/cell.ts'
import { distanceKm } from '../../domain/distance.ts'
import { type GeoNamesPlace, readGeoNames } from '../geonames/geonames.ts'
import type { CellId } from '../places/cell-id.ts'
import { STORED_AT } from '../zones/zone-levels.ts'

/** A town of GeoNames and the ground that it is taken to be built on. */
export interface TownGround {
  readonly town: GeoNamesPlace
  /** At the resolution of cities, ascending; no two towns share one, unless it is a town's only one. */
  readonly cells: readonly CellId[]
}

/** Sections of towns, and what was abandoned, destroyed, or was once. */
const NO_TOWNS: readonly string[] = ['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']

/** A town of a million reaches 8.5 km, and the ground that a town takes grows with its people. */
const KM_OF_ROOT = 0.0085
const SMALLEST_KM = 0.8
/** Centres of neighbouring cells are at least so far apart at the resolution of cities. */
const NARROWEST_STEP_KM = 0.74

/** The towns of some countries (lower-case alpha-2), each with the cells within its reach that are not nearer to another. */
export function readTowns(countries: ReadonlySet<string>): TownGround[] {
  const towns: GeoNamesPlace[] = []
  for (const place of readGeoNames()) {
    if (countries.has(place.country) && !NO_TOWNS.includes(place.feature)) towns.push(place)
  }
  const owners = shareGround(towns)
  const cellsOf = new Map<GeoNamesPlace, CellId[]>(towns.map((town) => [town, []]))
  for (const [cell, { town }] of owners) cellsOf.get(town)?.push(cellToBigInt(cell))
  return towns.map((town) => {
    const cells = cellsOf.get(town) ?? []
    return { town, cells: cells.length > 0 ? cells.sort(ascending) : [cellToBigInt(centreOf(town))] }
  })
}

/** Each cell's town: the one whose reach it lies deepest in. */
function shareGround(towns: readonly GeoNamesPlace[]): Map<Cell, { town: GeoNamesPlace; away: number }> {
  const owners = new Map<Cell, { town: GeoNamesPlace; away: number }>()
  for (const town of towns) {
    const reachKm = Math.max(SMALLEST_KM, KM_OF_ROOT * Math.sqrt(town.population))
    for (const id of gridDisk(centreOf(town), Math.ceil(reachKm / NARROWEST_STEP_KM))) {
      const cell = trustCell(id)
      const [lat, lng] = cellToLatLng(cell)
      const away = distanceKm({ lat, lng }, town) / reachKm
      if (away <= 1 && away < (owners.get(cell)?.away ?? Number.POSITIVE_INFINITY)) owners.set(cell, { town, away })
    }
  }
  return owners
}

function centreOf({ lat, lng }: GeoNamesPlace): Cell {
  return trustCell(latLngToCell(lat, lng, STORED_AT.city))
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
