import { type CoordinateSystem, systemNamed } from './coordinate-system.ts'

/** The rows of a document, the system of their points, and where in the document they are, if not at its beginning. */
interface Items {
  readonly items: readonly unknown[]
  readonly system: CoordinateSystem
  readonly part?: string
}

/** The items of a JSON document that is a list of rows, or a GeoJSON collection; throws when it is something else. */
export function jsonItems(document: unknown): Items {
  if (Array.isArray(document)) return { items: document, system: 'degrees' }
  if (!isObject(document)) throw new Error('expected a list of objects, found a single value')
  if (document.type === 'Topology' && isObject(document.objects)) throw new Error(TOPOLOGY)
  const system = systemOf(document.crs)
  if (document.type === 'Feature') return { items: [document], system }
  if (document.type === 'FeatureCollection' && Array.isArray(document.features))
    return { items: document.features, system }
  const ofEsri = esriRows(document)
  if (ofEsri !== null) return ofEsri
  const [only, ...others] = outermostLists(document)
  if (only && others.length === 0) return { ...only, system }
  throw new Error(
    `expected a list of objects, found an object with ${Object.keys(document).slice(0, 10).join(', ')}; put the rows in one list, or one a line in a file called .jsonl`,
  )
}

/** Deep enough for the answers of any search: `props.pageProps.data.searchAds.items`. */
const DEEPEST_LIST = 6

/** The lists of objects of a document that lie in as few objects as any, such as `hits.hits`. */
function outermostLists(document: Readonly<Record<string, unknown>>): Pick<Items, 'items' | 'part'>[] {
  let level: [path: string, value: Readonly<Record<string, unknown>>][] = [['', document]]
  for (let depth = 0; depth < DEEPEST_LIST && level.length > 0; depth++) {
    const inner = level.flatMap(([path, each]) =>
      Object.entries(each).map(([key, value]) => [path + key, value] as const),
    )
    const lists = inner.flatMap(([path, value]) =>
      Array.isArray(value) && value.some(isObject) ? [{ items: value, ...(depth > 0 && { part: path }) }] : [],
    )
    if (lists.length > 0) return lists
    level = inner.flatMap(([path, value]) => (isObject(value) ? [[`${path}.`, value] as [string, typeof value]] : []))
  }
  return []
}

const TOPOLOGY =
  'expected rows or GeoJSON, found TopoJSON, whose coordinates are steps of a grid; convert it to GeoJSON, as "topo2geo" and QGIS do'

/** The rows of Esri's JSON, whose features have attributes, and points as x and y; null for another document. */
function esriRows({ features, spatialReference }: Readonly<Record<string, unknown>>): Items | null {
  if (!Array.isArray(features) || !features.every((each) => isObject(each) && isObject(each.attributes))) return null
  const code = isObject(spatialReference) ? (spatialReference.latestWkid ?? spatialReference.wkid) : undefined
  const items = features.map(({ attributes, geometry }) => {
    const { x, y } = isObject(geometry) ? geometry : {}
    return { type: 'Feature', properties: attributes, geometry: { type: 'Point', coordinates: [x, y] } }
  })
  return { items, system: systemNamed(code === undefined ? null : `EPSG:${code}`) }
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
