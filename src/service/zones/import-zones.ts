import { basename } from 'node:path'
import { latLngToCell } from 'h3-js'
import type { Logger } from 'pino'
import { type Cell, cellParent, cellToBigInt, type Resolution } from '../../domain/cell.ts'
import { distanceKm, type LatLng } from '../../domain/distance.ts'
import { LEVELS, ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'
import { openNearestCountry } from '../geonames/nearest-country.ts'
import { type RawZone, readZones } from './read-zones.ts'
import { NAME_LENGTH_MOST, NAMESAKE_REACH_KM, STORED_AT, zoneId } from './zone-levels.ts'
import { chooseNameProperty, requireProperty, textOf } from './zone-properties.ts'
import { innerPoint, zoneCells } from './zone-shape.ts'
import { writeZones, type ZoneWriter } from './zone-writer.ts'

/** The source of places that exist only because zones name them as parent; they have their zones' cells. */
const PARENT_SOURCE = 'named as a parent'

export interface ZoneOptions {
  dataDir: string
  /** GeoJSON, also gzipped; coarser levels are best imported before finer ones. */
  files: readonly string[]
  level: ZoneLevel
  /** Property with the name; detected by default. */
  name?: string | undefined
  /** Alpha-2; by default the country of the town nearest to each zone. */
  country?: string | undefined
  /** The geo_id of a coarser place, or the property with the name of a place one level coarser, created if missing. */
  parent?: string | undefined
  /** Property that identifies a zone; by default two areas with one name are two places. */
  id?: string | undefined
  log: Logger
}

/** The outcome of a file: each of its `features` is skipped or an area of one of `places`, which can have several. */
export interface ZoneReport {
  file: string
  features: number
  places: number
  cells: number
  /** Places created because zones named them as their parent. */
  parents_made: number
  /** Skipped features by reason. */
  skipped: Record<string, number>
}

/** A zone of a file with everything that it needs to become a place. */
interface Zone {
  name: string
  country: string
  parentName: string | null
  id: string | null
  point: LatLng
  cells: Cell[]
}

/** Creates named places from areas; a second run changes nothing. Throws at the first unreadable file, naming it. */
export async function importZones(options: ZoneOptions): Promise<ZoneReport[]> {
  if (options.files.length === 0) throw new Error('expected at least one file of zones, found none')
  if (options.country !== undefined && !/^[a-z]{2}$/i.test(options.country)) {
    throw new Error(`country "${options.country}" should be an alpha-2 code such as es`)
  }
  const countryOf = options.country ? () => options.country?.toLowerCase() ?? null : openNearestCountry()
  return options.files.map((file) => {
    try {
      const report = importFile(file, options, countryOf)
      options.log.info(report, 'zones imported')
      return report
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  })
}

function importFile(file: string, options: ZoneOptions, countryOf: (point: LatLng) => string | null): ZoneReport {
  const { zones: raw, withoutArea } = readZones(file)
  if (raw.length === 0) throw new Error('expected polygons, found none; nothing was imported')
  const source = basename(file)
  return writeZones(options.dataDir, (writer) => {
    const fixedParent = options.parent === undefined ? null : findFixedParent(writer, options.parent, options.level)
    const parentProperty = fixedParent ? undefined : options.parent
    const skipped: Record<string, number> = withoutArea > 0 ? { 'not a polygon': withoutArea } : {}
    const zones = understand(raw, options, parentProperty, fixedParent ? () => fixedParent.country : countryOf, skipped)
    // Sorted, so that ids do not depend on the order of the file.
    zones.sort((a, b) =>
      a.name === b.name ? a.point.lat - b.point.lat || a.point.lng - b.point.lng : a.name < b.name ? -1 : 1,
    )
    const made = new Set<string>()
    const parentOf = (zone: Zone) =>
      fixedParent?.geo_id ?? findOrMakeParent(writer, zone, coarserLevel(options.level), made)
    const places = putZones(writer, zones, options.level, source, parentOf)
    const cells = zones.reduce((sum, zone) => sum + zone.cells.length, 0)
    return { file, features: raw.length + withoutArea, places, cells, parents_made: made.size, skipped }
  })
}

function understand(
  raw: readonly RawZone[],
  options: ZoneOptions,
  parentProperty: string | undefined,
  countryOf: (point: LatLng) => string | null,
  skipped: Record<string, number>,
): Zone[] {
  const nameProperty = chooseNameProperty(raw, options.name)
  if (parentProperty !== undefined) requireProperty(raw, parentProperty, 'parent')
  if (options.id !== undefined) requireProperty(raw, options.id, 'id')
  return raw.flatMap((zone) => {
    const name = textOf(zone, nameProperty)
    refuseLongName(name)
    const point = innerPoint(zone.polygons)
    const country = countryOf(point)
    if (!name || !country) {
      const reason = name ? 'no country nearby' : 'no name'
      skipped[reason] = (skipped[reason] ?? 0) + 1
      return []
    }
    const parentName = parentProperty === undefined ? null : textOf(zone, parentProperty)
    refuseLongName(parentName)
    const id = options.id === undefined ? null : textOf(zone, options.id)
    return [{ name, country, parentName, id, point, cells: cellsOf(name, zone, STORED_AT[options.level]) }]
  })
}

function refuseLongName(name: string | null): void {
  if (name === null || name.length <= NAME_LENGTH_MOST) return
  throw new Error(
    `expected names of at most ${NAME_LENGTH_MOST} characters, found one of ${name.length} that begins with "${name.slice(0, 40)}"; nothing was imported. Is it the right property (--name)?`,
  )
}

function cellsOf(name: string, { polygons }: RawZone, resolution: Resolution): Cell[] {
  try {
    return zoneCells(polygons, resolution)
  } catch (error) {
    throw new Error(`the zone "${name}": ${(error as Error).message}`, { cause: error })
  }
}

/** Writes the zones and returns the number of places; areas with the same id are one place. */
function putZones(
  writer: ZoneWriter,
  zones: readonly Zone[],
  level: ZoneLevel,
  source: string,
  parentOf: (zone: Zone) => string,
): number {
  const written = new Set<string>()
  const namesakes = new Map<string, number>()
  for (const zone of zones) {
    const { name, country, point, cells } = zone
    writer.putCountry(country, source)
    const parent = parentOf(zone)
    const key = zone.id === null ? keyByPlace(zone, namesakes) : `id/${zone.id}`
    const geo_id = zoneId(country, level, key)
    if (!written.has(geo_id)) {
      writer.putZone({ geo_id, parent, name, level, country, h3_res: STORED_AT[level], ...point, source })
      writer.dropCells(geo_id)
      replaceStandIns(writer, geo_id, zone, level)
      written.add(geo_id)
    }
    writer.addCells(geo_id, cells)
  }
  return written.size
}

/** Replaces a place that was created only as a parent by the zone that it stood for. */
function replaceStandIns(writer: ZoneWriter, geo_id: string, { country, name, cells }: Zone, level: ZoneLevel): void {
  const own = new Set(cells.map(cellToBigInt))
  for (const row of writer.zonesOfName(country, level, name)) {
    if (row.source !== PARENT_SOURCE || row.geo_id === geo_id) continue
    if (writer.cellsOf(row.geo_id).some((cell) => own.has(cell))) writer.replaceZone(row.geo_id, geo_id)
  }
}

/** Without an id, a zone is recognised by its name and rough position, so it keeps its id when a border is redrawn. */
function keyByPlace({ name, parentName, point }: Zone, namesakes: Map<string, number>): string {
  const key = `name/${parentName ?? ''}/${name}/${latLngToCell(point.lat, point.lng, 6)}`
  const before = namesakes.get(key) ?? 0
  namesakes.set(key, before + 1)
  return before === 0 ? key : `${key}/${before + 1}`
}

function findFixedParent(writer: ZoneWriter, parent: string, level: ZoneLevel) {
  const place = writer.place(parent)
  if (!place) return null
  if (LEVELS.indexOf(place.level) >= LEVELS.indexOf(level)) {
    throw new Error(`parent "${parent}" is a ${place.level}; a parent should be coarser than a ${level}`)
  }
  return { geo_id: parent, country: place.country }
}

function coarserLevel(level: ZoneLevel): ZoneLevel | null {
  return ZONE_LEVELS[ZONE_LEVELS.indexOf(level) - 1] ?? null
}

/** The id of the place that a zone names as its parent, or of its country when it names none. */
function findOrMakeParent(writer: ZoneWriter, zone: Zone, level: ZoneLevel | null, made: Set<string>): string {
  const { country, parentName, point } = zone
  if (parentName === null || level === null) return country
  const h3_res = STORED_AT[level]
  const near = writer
    .zonesOfName(country, level, parentName)
    .map((row) => ({ row, km: distanceKm(row, point) }))
    .filter(({ km }) => km <= NAMESAKE_REACH_KM[level])
    .sort((a, b) => a.km - b.km)[0]?.row
  const plain = zoneId(country, level, `parent/${parentName}`)
  const taken = near === undefined && writer.place(plain) !== null
  const geo_id =
    near?.geo_id ??
    (taken ? zoneId(country, level, `parent/${parentName}/${latLngToCell(point.lat, point.lng, 4)}`) : plain)
  if (!near) {
    writer.putZone({
      geo_id,
      parent: country,
      name: parentName,
      level,
      country,
      h3_res,
      ...point,
      source: PARENT_SOURCE,
    })
    made.add(geo_id)
  }
  if (!near || near.source === PARENT_SOURCE) {
    writer.addCells(geo_id, new Set(zone.cells.map((cell) => cellParent(cell, h3_res))))
  }
  return geo_id
}
