import type { CoordinateSystem } from '../raw/coordinate-system.ts'
import type { PointColumns, Scalar } from '../raw/found-row.ts'
import { isObject, middleOfOutline } from './geo-json.ts'

/** Far more than any listing needs; deeper ones would exhaust the stack. */
const DEEPEST = 64

/** True for a value that is nested too deeply to be a row. */
export function isTooDeep(value: unknown, depth = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false
  // Not a copy of each list, which can have millions of numbers.
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return depth === 0 || inner.some((each) => isTooDeep(each, depth - 1))
}

/**
 * The cells of one JSON value by column; null when it is not an object. Objects within it have columns such as
 * `price.amount`, and points (of GeoJSON, or anything of that form) a longitude and a latitude. Lists are kept as text,
 * except those of one value, which crawlers write around every field.
 * A feature without a point has the coordinates that its properties name, if `pointOf` finds them. Points in Web Mercator
 * have columns that say so.
 */
export function jsonCells(
  value: unknown,
  {
    pointOf,
    system = 'degrees',
  }: { readonly pointOf?: PointColumns | undefined; readonly system?: CoordinateSystem } = {},
): Map<string, Scalar> | null {
  if (!isObject(value)) return null
  const cells = new Map<string, Scalar>()
  if (value.type !== 'Feature') addObject(cells, '', value)
  else {
    addObject(cells, '', isObject(value.properties) ? value.properties : {})
    addPoint(cells, '', value.geometry, system)
    if (!hasPoint(value.geometry)) addNamedPoint(cells, pointOf?.([...cells.keys()]) ?? null)
  }
  return cells
}

/** Gives the row of a feature without coordinates those of the middle of its outline; returns whether it has one. */
export function addMiddle(cells: Map<string, Scalar>, feature: unknown, system: CoordinateSystem): boolean {
  if (!isObject(feature) || feature.type !== 'Feature') return false
  // In whichever system: properties name degrees also where the outlines are in metres.
  if (Object.values(COLUMNS).some((columns) => columns.every((column) => cells.get(column) != null))) return false
  const middle = middleOfOutline(feature.geometry, system)
  if (middle !== null) addPoint(cells, '', { type: 'Point', coordinates: middle }, system)
  return middle !== null
}

function addNamedPoint(cells: Map<string, Scalar>, named: ReturnType<PointColumns>): void {
  if (named === null) return
  cells.set('longitude', cells.get(named.lng) ?? null)
  cells.set('latitude', cells.get(named.lat) ?? null)
}

function addObject(cells: Map<string, Scalar>, path: string, value: Readonly<Record<string, unknown>>): void {
  if (isPoint(onlyPoint(value))) {
    addPoint(cells, path, value)
    return
  }
  for (const [key, wrapped] of Object.entries(value)) {
    const name = path + key
    const item = unwrapped(wrapped)
    if (isObject(item)) addObject(cells, `${name}.`, item)
    else if (Array.isArray(item)) cells.set(name, JSON.stringify(item))
    else cells.set(name, item as Scalar)
  }
}

/** How MongoDB exports values of types that JSON lacks: {"$numberDecimal": "250000.5"}, {"$date": {"$numberLong": "…"}}. */
const EXTENDED: ReadonlySet<string> = new Set(
  '$numberDecimal $numberDouble $numberInt $numberLong $date $oid'.split(' '),
)

/** The value in one of MongoDB's, or in a list of one; null for an empty list, and others as they are. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length > 1) return value.map(unwrapped)
    const only: unknown = unwrapped(value[0] ?? null)
    return typeof only === 'object' && only !== null ? value : only
  }
  if (!isObject(value)) return value
  const [[key, inner] = ['', null], ...others] = Object.entries(value)
  if (others.length > 0 || !EXTENDED.has(key)) return value
  const plain = unwrapped(inner)
  if (plain === null || plain === '') return null
  if (key === '$date' && typeof plain === 'number') return dayOf(plain)
  return key.startsWith('$number') && Number.isFinite(Number(plain)) ? Number(plain) : plain
}

/** Milliseconds since 1970 as text, because those before September 2001 have fewer digits than others. */
function dayOf(milliseconds: number): string | number {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? milliseconds : date.toISOString()
}

function hasPoint(given: unknown): boolean {
  return isPoint(isObject(given) ? onlyPoint(given) : given)
}

const COLUMNS = {
  degrees: ['longitude', 'latitude'],
  'web-mercator': ['x_3857', 'y_3857'],
} as const

function addPoint(
  cells: Map<string, Scalar>,
  path: string,
  given: unknown,
  system: CoordinateSystem = 'degrees',
): void {
  const value = isObject(given) ? onlyPoint(given) : given
  if (!isPoint(value)) return
  COLUMNS[system].forEach((column, i) => {
    cells.set(path + column, value.coordinates[i] ?? null)
  })
}

/** The point of a collection that has one, with numbers that are not wrapped. */
function onlyPoint(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type, coordinates, geometries } = value
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const points = geometries.filter(isObject).filter((each) => each.type === 'Point' || each.type === 'MultiPoint')
    return points.length === 1 ? onlyPoint(points[0] ?? {}) : value
  }
  if (type === 'Point') return { type, coordinates: unwrapped(coordinates) }
  if (type !== 'MultiPoint' || !Array.isArray(coordinates) || coordinates.length !== 1) return value
  return { type: 'Point', coordinates: unwrapped(coordinates[0]) }
}

function isPoint(value: unknown): value is { coordinates: [number, number] } {
  if (!isObject(value) || value.type !== 'Point' || !Array.isArray(value.coordinates)) return false
  return typeof value.coordinates[0] === 'number' && typeof value.coordinates[1] === 'number'
}
