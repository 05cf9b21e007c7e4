import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { type Cell, cellToBigInt, trustCell } from '../../domain/cell.ts'
import { distanceKm } from '../../domain/distance.ts'
import { type GeoNamesPlace, readGeoNames } from '../geonames/geonames.ts'
import type { CellId } from '../places/cell-id.ts'
import { STORED_AT } from '../zones/zone-levels.ts'

/** A GeoNames town and its estimated built-up area. */
export interface TownGround {
  readonly town: GeoNamesPlace
  /** At the resolution of cities, ascending. A cell belongs to one town, unless it is another town's only cell. */
  readonly cells: readonly CellId[]
}

/** Sections of towns, and abandoned, destroyed or historical places. */
const NO_TOWNS: readonly string[] = ['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']

/** Radius per square root of population: a town of a million people reaches 8.5 km. */
const KM_OF_ROOT = 0.0085
const SMALLEST_KM = 0.8
/** The smallest distance between centres of neighbouring cells at the resolution of cities. */
const NARROWEST_STEP_KM = 0.74

/** The towns of the countries (lower-case alpha-2), each with the cells in its reach that are nearest to it. */
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

/** The town of each cell: the nearest one, relative to its reach. */
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
