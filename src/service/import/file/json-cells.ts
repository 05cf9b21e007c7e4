import type { Scalar } from './found-row.ts'

/** Coordinate systems, by the ends of their names, whose coordinates are longitude and latitude. */
const WGS_84 = /(CRS84|EPSG:{1,2}4326)$/i

/** Far more than any listing needs; deeper ones would exhaust the stack. */
const DEEPEST = 64

/** True for a value that is nested too deeply to be a row. */
export function isTooDeep(value: unknown, depth = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1))
}

/**
 * The cells of one JSON value by column; null when it is not an object. Objects within it have columns such as
 * `price.amount`, and points (of GeoJSON, or anything of that form) a longitude and a latitude. Lists are kept as text.
 */
export function jsonCells(value: unknown): ReadonlyMap<string, Scalar> | null {
  if (!isObject(value)) return null
  const cells = new Map<string, Scalar>()
  if (value.type !== 'Feature') addObject(cells, '', value)
  else {
    addObject(cells, '', isObject(value.properties) ? value.properties : {})
    addPoint(cells, '', value.geometry)
  }
  return cells
}

/** The items of a JSON document that is a list of rows, or a GeoJSON collection; throws when it is something else. */
export function jsonItems(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  if (!isObject(document)) throw new Error('expected a list of objects, found a single value')
  refuseOtherCoordinates(document.crs)
  if (document.type === 'Feature') return [document]
  if (document.type === 'FeatureCollection' && Array.isArray(document.features)) return document.features
  const lists = Object.entries(document).filter(([, value]) => Array.isArray(value) && value.some(isObject))
  const [only] = lists
  if (only && lists.length === 1) return only[1] as unknown[]
  throw new Error(
    `expected a list of objects, found an object with ${Object.keys(document).slice(0, 10).join(', ')}; put the rows in one list, or one a line in a file called .jsonl`,
  )
}

/** Throws on a collection of areas or lines, which is not one of listings. */
export function refuseAreas(items: readonly unknown[]): void {
  const geometries = items.flatMap((item) => (isObject(item) && item.type === 'Feature' ? [item.geometry] : []))
  const kinds = new Set(geometries.filter(isObject).map(({ type }) => String(type)))
  if (kinds.size === 0 || kinds.has('Point') || kinds.has('MultiPoint')) return
  throw new Error(
    `expected points of listings, found ${[...kinds].join(' and ')}; "squaremetre zones" imports areas of places`,
  )
}

function refuseOtherCoordinates(crs: unknown): void {
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined
  if (typeof name !== 'string' || WGS_84.test(name)) return
  throw new Error(`expected longitudes and latitudes (WGS 84), found coordinates in ${name}; convert the file first`)
}

function addObject(cells: Map<string, Scalar>, path: string, value: Readonly<Record<string, unknown>>): void {
  if (isPoint(onlyPoint(value))) {
    addPoint(cells, path, value)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    const name = path + key
    if (isObject(item)) addObject(cells, `${name}.`, item)
    else if (Array.isArray(item)) cells.set(name, JSON.stringify(item))
    else cells.set(name, item as Scalar)
  }
}

function addPoint(cells: Map<string, Scalar>, path: string, given: unknown): void {
  const value = isObject(given) ? onlyPoint(given) : given
  if (!isPoint(value)) return
  const [longitude, latitude] = value.coordinates
  cells.set(`${path}longitude`, longitude)
  cells.set(`${path}latitude`, latitude)
}

/** The point of a collection of one. */
function onlyPoint(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type, coordinates } = value
  if (type !== 'MultiPoint' || !Array.isArray(coordinates) || coordinates.length !== 1) return value
  return { type: 'Point', coordinates: coordinates[0] }
}

function isPoint(value: unknown): value is { coordinates: [number, number] } {
  if (!isObject(value) || value.type !== 'Point' || !Array.isArray(value.coordinates)) return false
  return typeof value.coordinates[0] === 'number' && typeof value.coordinates[1] === 'number'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
