import { cellFromBigInt } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'
import { ZONE_LEVELS } from '../../domain/place.ts'
import type { CellId } from '../places/cell-id.ts'
import { STORED_AT } from '../zones/zone-levels.ts'
import type { HeldZone, ZoneWriter } from '../zones/zone-writer.ts'
import { type HeldGround, openHeldGround } from './held-ground.ts'
import { keepIds } from './keep-ids.ts'
import type { NamedGround } from './listing-names.ts'
import { NAMES_SOURCE, type PlacesReport, reportOf, TOWNS_SOURCE } from './made-places.ts'
import type { NamedPlace } from './name-tree.ts'

/**
 * Replaces the places from names in listings by those that listings name now. `held` are all existing places. Those
 * with borders stay, and replace names with the same name or ground.
 */
export function writeNamedPlaces(
  writer: ZoneWriter,
  held: readonly HeldZone[],
  grounds: readonly NamedGround[],
): PlacesReport[] {
  const before = held.filter(({ source }) => source === NAMES_SOURCE)
  const kept = before.map((zone) => ({ ...zone, cells: writer.cellsOf(zone.geo_id) }))
  writer.dropSource(NAMES_SOURCE)
  const reports: PlacesReport[] = []
  for (const country of new Set(grounds.map(({ place }) => place.country))) {
    const ofCountry = grounds.filter(({ place }) => place.country === country)
    const bordered = held.filter(
      (zone) => zone.country === country && zone.source !== NAMES_SOURCE && zone.source !== TOWNS_SOURCE,
    )
    const ground = openHeldGround(bordered.map((zone) => ({ ...zone, cells: writer.cellsOf(zone.geo_id) })))
    const report = reportOf(reports, country, NAMES_SOURCE)
    writer.putCountry(country, NAMES_SOURCE)
    writeCountry(writer, ofCountry, { ground, report, idOf: keepIds(ofCountry, kept) })
  }
  return reports
}

interface Country {
  readonly ground: HeldGround
  readonly report: PlacesReport
  readonly idOf: (place: NamedPlace) => string
}

function writeCountry(writer: ZoneWriter, grounds: readonly NamedGround[], { ground, report, idOf }: Country): void {
  const written = new Map<NamedPlace, string>()
  for (const { place, listings, cells, heart } of grounds) {
    const { level, name, country, folded } = place
    const point = cellCenter(cellFromBigInt(heart))
    const instead = ground.namesake(level, folded, point) ?? ground.mainHolder(level, cells)
    if (instead !== null) {
      // Zones from files can be children of the previous place.
      writer.replaceZone(idOf(place), instead)
      written.set(place, instead)
      report.given_way++
      continue
    }
    const geo_id = idOf(place)
    const free = cells.filter((cell) => ground.holder(level, cell) === null)
    const parent = parentOf(place, free, ground, written)
    const row = { geo_id, parent, name, level, country, h3_res: STORED_AT[level], ...point, source: NAMES_SOURCE }
    writer.insertZone({ ...row, population: listings }, free)
    written.set(place, geo_id)
    report.places++
    report.cells += free.length
  }
}

/** The id of the next coarser place: a place with borders if one lies in between, else the one that listings name. */
function parentOf(
  { level, parent, country }: NamedPlace,
  cells: readonly CellId[],
  ground: HeldGround,
  written: ReadonlyMap<NamedPlace, string>,
): string {
  const named = parent ? ZONE_LEVELS.indexOf(parent.level) : -1
  for (let rank = ZONE_LEVELS.indexOf(level) - 1; rank > named; rank--) {
    const between = ground.mainHolder(ZONE_LEVELS[rank] ?? 'region', cells)
    if (between !== null) return between
  }
  return (parent && written.get(parent)) ?? country
}
