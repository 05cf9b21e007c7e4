import { type CoordinateSystem, systemNamed } from '../raw/coordinate-system.ts'

interface Collection {
  readonly items: readonly unknown[]
  /** Throws for a system that cannot be read. */
  readonly systemOfPoints: () => CoordinateSystem
}

/** The features of an object that is a feature, a collection of them, or one of Esri's; null for another object. */
export function collectionIn(value: Readonly<Record<string, unknown>>, crs: unknown): Collection | null {
  const systemOfPoints = () => systemOf(crs)
  if (value.type === 'Feature') return { items: [value], systemOfPoints }
  if (value.type === 'FeatureCollection' && Array.isArray(value.features))
    return { items: value.features, systemOfPoints }
  return esriRows(value)
}

/** The rows of Esri's JSON, whose features have attributes, and points as x and y; null for another document. */
function esriRows({ features, spatialReference }: Readonly<Record<string, unknown>>): Collection | null {
  if (!Array.isArray(features) || !features.every((each) => isObject(each) && isObject(each.attributes))) return null
  const code = isObject(spatialReference) ? (spatialReference.latestWkid ?? spatialReference.wkid) : undefined
  const items = features.map(({ attributes, geometry }) => {
    const { x, y, rings } = isObject(geometry) ? geometry : {}
    const shape = Array.isArray(rings)
      ? { type: 'Polygon', coordinates: rings }
      : { type: 'Point', coordinates: [x, y] }
    return { type: 'Feature', properties: attributes, geometry: shape }
  })
  return { items, systemOfPoints: () => systemNamed(code === undefined ? null : `EPSG:${code}`) }
}

/** Sides of the largest outline that can be of a home or its ground: about 2 km. A larger one is of a place. */
const LARGEST_OUTLINE = { degrees: 0.02, 'web-mercator': 2500 } as const

/** The middle of the outline of a home, between its ends in both directions; null for what is larger, or no outline. */
export function middleOfOutline(geometry: unknown, system: CoordinateSystem): [number, number] | null {
  if (!isObject(geometry) || !Array.isArray(geometry.coordinates)) return null
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return null
  const corners: readonly unknown[] = geometry.coordinates.flat(geometry.type === 'Polygon' ? 1 : 2)
  const [ends, others] = [0, 1].map((at) => endsOf(corners, at))
  if (!ends || !others || Math.max(ends.length, others.length) > LARGEST_OUTLINE[system]) return null
  return [ends.middle, others.middle]
}

function endsOf(corners: readonly unknown[], at: number): { length: number; middle: number } | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const corner of corners) {
    const number: unknown = Array.isArray(corner) ? corner[at] : null
    if (typeof number !== 'number') return null
    low = Math.min(low, number)
    high = Math.max(high, number)
  }
  return low > high ? null : { length: high - low, middle: (low + high) / 2 }
}

/** Throws on a collection of areas of places or of lines, which is not one of listings. */
export function refuseAreas(items: readonly unknown[], system: CoordinateSystem): void {
  const geometries = items.flatMap((item) => (isObject(item) && item.type === 'Feature' ? [item.geometry] : []))
  const kinds = new Set(geometries.filter(isObject).map(({ type }) => String(type)))
  if (kinds.size === 0 || ['Point', 'MultiPoint', 'GeometryCollection'].some((kind) => kinds.has(kind))) return
  if (geometries.some((each) => middleOfOutline(each, system) !== null)) return
  throw new Error(
    `expected points of homes, or outlines of at most 2 km, found ${[...kinds].join(' and ')}; "squaremetre zones" imports areas of places`,
  )
}

/** The system that the `crs` of a collection or a feature says, in any of the forms of before RFC 7946; throws for others. */
export function systemOf(crs: unknown): CoordinateSystem {
  return systemNamed(nameOfSystem(crs))
}

function nameOfSystem(crs: unknown): string | null {
  if (typeof crs === 'string') return crs
  if (!isObject(crs) || !isObject(crs.properties)) return null
  const { name, href, code } = crs.properties
  if (typeof name === 'string') return name
  if (typeof code === 'number' || typeof code === 'string') return `EPSG:${code}`
  // http://spatialreference.org/ref/epsg/4326/proj4/
  return typeof href === 'string' ? href.replace(/\/(?:proj4|esriwkt|ogcwkt)?\/?$/i, '') : null
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
