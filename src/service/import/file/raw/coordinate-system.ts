/** Systems of coordinates that can be read: degrees, and the metres of web maps, which become degrees exactly. */
export type CoordinateSystem = 'degrees' | 'web-mercator'

/**
 * Systems, by the ends of their names, whose coordinates are longitude and latitude in degrees: WGS 84, and the systems of
 * continents that differ from it by a metre or two.
 */
const DEGREES = /(?:CRS84h?|CRS83|\b(?:4326|4979|4258|4269|4283|7844|4674|4171|4167|4619|4612|6668|4490)$(?<=EPSG.*))$/i
/** Web Mercator: its code, those that it had before, and its name. */
const WEB_MERCATOR = /\b(?:3857|3785|900913|102100|102113)$|\b(?:pseudo|web)[ _-]?mercator\b/i

/** The system that a name such as `urn:ogc:def:crs:EPSG::3857` means, degrees without a name; throws for any other. */
export function systemNamed(name: string | null): CoordinateSystem {
  if (name === null || DEGREES.test(name)) return 'degrees'
  if (WEB_MERCATOR.test(name)) return 'web-mercator'
  throw new Error(
    `expected longitudes and latitudes (WGS 84), found coordinates in ${name}; convert the file to EPSG:4326 first, for example with QGIS or "ogr2ogr -t_srs EPSG:4326"`,
  )
}

/** The system of a definition as Parquet has it: a code, PROJJSON or well-known text. */
export function systemDefined(definition: string): CoordinateSystem {
  return systemNamed(definition.trimStart().startsWith('{') ? nameOfJson(definition) : nameOfText(definition))
}

function nameOfJson(definition: string): string | null {
  const { id, name } = JSON.parse(definition) as { id?: { authority?: unknown; code?: unknown }; name?: unknown }
  if (id?.code !== undefined) return `${id.authority ?? 'EPSG'}:${id.code}`
  return typeof name === 'string' ? name : null
}

function nameOfText(definition: string): string {
  // The last code is that of the whole, after those of its parts.
  const [, authority, code] = /(?:ID|AUTHORITY)\["(\w+)",\s*"?(\w+)"?\]\s*\]\s*$/i.exec(definition) ?? []
  return code === undefined ? (/^\w+\["([^"]+)"/.exec(definition)?.[1] ?? definition) : `${authority}:${code}`
}
