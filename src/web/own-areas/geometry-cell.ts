const WKT = /^(?:SRID=\d+;)?\s*(LINEARRING|(?:MULTI)?(?:POINT|LINESTRING|POLYGON))(?:\s*(?:Z|M|ZM))?\s*(\(.*\))$/is
const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`
/** Begins at no digit within a number, and reads a run of digits in one way only: a run of 8,000 took minutes. */
const POSITION = new RegExp(String.raw`(?<![\w.+-])${NUMBER}(?:\s+${NUMBER})+`, 'gi')
const TYPES = ['Point', 'LineString', 'LinearRing', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon']

/** Reads a cell with WKT, as QGIS and PostGIS write outlines into tables, or with a geometry of GeoJSON; null for any other text. */
export function geometryOfCell(cell: string): unknown {
  const text = cell.trim()
  if (text.startsWith('{')) {
    const value = parsedOrNull(text) as { type?: unknown } | null
    return TYPES.some((type) => type === value?.type) ? value : null
  }
  const [, word = '', body = ''] = WKT.exec(text) ?? []
  const type = TYPES.find((each) => each.toUpperCase() === word.toUpperCase())
  if (type === undefined) return null
  // Brackets for parentheses make a list of GeoJSON of it.
  const lists = body.replace(POSITION, (position) => `[${position.split(/\s+/).map(Number).join(',')}]`)
  const coordinates = parsedOrNull(lists.replaceAll('(', '[').replaceAll(')', ']'))
  if (!Array.isArray(coordinates)) return null
  if (type === 'Point') return { type, coordinates: coordinates[0] }
  // Each point of several may have parentheses of its own.
  return {
    type,
    coordinates:
      type === 'MultiPoint' ? coordinates.map((each) => (Array.isArray(each?.[0]) ? each[0] : each)) : coordinates,
  }
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
