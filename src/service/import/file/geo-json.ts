/**
 * Coordinate systems, by the ends of their names, whose coordinates are longitude and latitude in degrees: WGS 84, and the
 * systems of continents that differ from it by a metre or two.
 */
const DEGREES = /(?:CRS84h?|CRS83|EPSG.*?\b(?:4326|4979|4258|4269|4283|7844|4674|4171|4167|4619|4612|6668|4490))$/i
/** The same, where a system has a number alone. */
const IN_DEGREES = (code: unknown) => DEGREES.test(`EPSG:${code}`)

/** The items of a JSON document that is a list of rows, or a GeoJSON collection; throws when it is something else. */
export function jsonItems(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  if (!isObject(document)) throw new Error('expected a list of objects, found a single value')
  if (document.type === 'Topology' && isObject(document.objects)) throw new Error(TOPOLOGY)
  refuseOtherCoordinates(document.crs)
  if (document.type === 'Feature') return [document]
  if (document.type === 'FeatureCollection' && Array.isArray(document.features)) return document.features
  const ofEsri = esriRows(document)
  if (ofEsri !== null) return ofEsri
  const lists = Object.entries(document).filter(([, value]) => Array.isArray(value) && value.some(isObject))
  const [only] = lists
  if (only && lists.length === 1) return only[1] as unknown[]
  throw new Error(
    `expected a list of objects, found an object with ${Object.keys(document).slice(0, 10).join(', ')}; put the rows in one list, or one a line in a file called .jsonl`,
  )
}

const TOPOLOGY =
  'expected rows or GeoJSON, found TopoJSON, whose coordinates are steps of a grid; convert it to GeoJSON, as "topo2geo" and QGIS do'

/** The rows of Esri's JSON, whose features have attributes, and points as x and y; null for another document. */
function esriRows({ features, spatialReference }: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  if (!Array.isArray(features) || !features.every((each) => isObject(each) && isObject(each.attributes))) return null
  const code = isObject(spatialReference) ? (spatialReference.latestWkid ?? spatialReference.wkid) : undefined
  if (code !== undefined && !IN_DEGREES(code)) throw otherCoordinates(`EPSG:${code}`)
  return features.map(({ attributes, geometry }) => {
    const { x, y } = isObject(geometry) ? geometry : {}
    return { type: 'Feature', properties: attributes, geometry: { type: 'Point', coordinates: [x, y] } }
  })
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

/** Throws when the `crs` of a collection or a feature, in any of the forms of before RFC 7946, is not of degrees. */
export function refuseOtherCoordinates(crs: unknown): void {
  const name = nameOfSystem(crs)
  if (name !== null && !DEGREES.test(name)) throw otherCoordinates(name)
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

function otherCoordinates(name: string): Error {
  return new Error(`expected longitudes and latitudes (WGS 84), found coordinates in ${name}; convert the file first`)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
