import { regionName } from '../geonames/region-names.ts'
import { type CellId, parentId } from '../places/cell-id.ts'
import { STORED_AT, zoneId } from '../zones/zone-levels.ts'
import type { ZoneWriter } from '../zones/zone-writer.ts'
import { type PlacesReport, reportOf, TOWNS_SOURCE } from './made-places.ts'
import type { TownGround } from './town-ground.ts'

/** A first-order division with its towns. */
interface Region {
  readonly geo_id: string
  readonly name: string
  readonly country: string
  readonly towns: TownGround[]
}

/**
 * Replaces the cities from GeoNames by these towns, below their regions if the names of regions are known. A region has
 * the cells of its towns; a cell of two regions goes to the one with more people.
 */
export function writeTowns(writer: ZoneWriter, grounds: readonly TownGround[]): PlacesReport[] {
  writer.dropSource(TOWNS_SOURCE)
  const reports: PlacesReport[] = []
  for (const { town } of grounds) writer.putCountry(town.country, TOWNS_SOURCE)
  const regions = groupByRegion(grounds)
  const regionOf = new Map([...regions.values()].flatMap((region) => region.towns.map(({ town }) => [town, region])))
  for (const [{ geo_id, name, country, towns }, cells] of regionCells([...regions.values()])) {
    insert(writer, reports, { geo_id, parent: country, name, country, level: 'region', ...weigh(towns) }, cells)
  }
  for (const { town, cells } of grounds) {
    const { id, name, country, population, lat, lng } = town
    const geo_id = zoneId(country, 'city', `geonames/${id}`)
    const parent = regionOf.get(town)?.geo_id ?? country
    insert(writer, reports, { geo_id, parent, name, country, level: 'city', population, lat, lng }, cells)
  }
  return reports
}

interface TownRow {
  geo_id: string
  parent: string
  name: string
  country: string
  level: 'region' | 'city'
  population: number
  lat: number
  lng: number
}

function insert(writer: ZoneWriter, reports: PlacesReport[], row: TownRow, cells: readonly CellId[]): void {
  writer.insertZone({ ...row, h3_res: STORED_AT[row.level], source: TOWNS_SOURCE }, cells)
  const report = reportOf(reports, row.country, TOWNS_SOURCE)
  report.places++
  report.cells += cells.length
}

function groupByRegion(grounds: readonly TownGround[]): Map<string, Region> {
  const regions = new Map<string, Region>()
  for (const ground of grounds) {
    const { country, admin } = ground.town
    const name = regionName(country, admin)
    if (name === null) continue
    const geo_id = zoneId(country, 'region', `geonames/${admin}`)
    const region = regions.get(geo_id) ?? { geo_id, name, country, towns: [] }
    regions.set(geo_id, region)
    region.towns.push(ground)
  }
  return regions
}

function regionCells(regions: readonly Region[]): Map<Region, CellId[]> {
  const people = new Map<CellId, Map<Region, number>>()
  for (const region of regions) {
    for (const { town, cells } of region.towns) {
      for (const cell of cells) {
        const parent = parentId(cell, STORED_AT.region)
        const counts = people.get(parent) ?? new Map<Region, number>()
        people.set(parent, counts)
        counts.set(region, (counts.get(region) ?? 0) + town.population / cells.length)
      }
    }
  }
  const held = new Map<Region, CellId[]>(regions.map((region) => [region, []]))
  for (const [cell, counts] of people) {
    const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a.geo_id < b.geo_id ? -1 : 1))
    if (most) held.get(most[0])?.push(cell)
  }
  return held
}

/** A region's population, and the position of its largest town. */
function weigh(towns: readonly TownGround[]): { population: number; lat: number; lng: number } {
  const [{ town: largest }] = towns.toSorted((a, b) => b.town.population - a.town.population) as [TownGround]
  const population = towns.reduce((sum, { town }) => sum + town.population, 0)
  return { population, lat: largest.lat, lng: largest.lng }
}
