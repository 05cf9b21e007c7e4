import { dsvFormat } from 'd3-dsv'
import { cleanName } from '../state/address/area-list.ts'
import { geometryOfCell } from './geometry-cell.ts'
import { type FoundShapes, type OwnShape, UnusableFile } from './own-shape.ts'
import { shapesOfGeoJson } from './shapes-geojson.ts'

/** What columns of latitudes and longitudes are called, the surest first: `x` and `y` may be metres beside degrees. */
const COORDINATES = [
  [
    /^(lat|latitude|latitud|latitudine|breite|breitengrad)$/,
    /^(lng|lon|long|longitude|longitud|longitudine|länge|laenge|längengrad)$/,
  ],
  // As in `geo_lat`, `lat_deg`, `Latitude (WGS 84)` or `Geogr. Breite`.
  [
    /(^|[^\p{L}])(lat|latitude|latitud|latitudine|breitengrad)([^\p{L}]|$)|geogr\S* breite/u,
    /(^|[^\p{L}])(lng|lon|long|longitude|longitud|longitudine|längengrad)([^\p{L}]|$)|geogr\S* länge/u,
  ],
  [/^y$/, /^x$/],
] as const
const NAME = /^(name|title|titel|titre|título|titulo|label|nombre|nom|nome|bezeichnung|address|adresse|dirección)$/
/** In which Excel says what separates columns. */
const SEPARATOR_LINE = /^sep=.\r?\n/i

/**
 * Reads a table with a point in each row, or with outlines in a column of their own, its columns named in the first one.
 * Throws `UnusableFile`.
 */
export function pointsOfTable(text: string): FoundShapes {
  const content = text.replace(/^\uFEFF/, '').replace(SEPARATOR_LINE, '')
  const table = dsvFormat(separatorOf(content)).parseRows(content)
  const [head = [], ...rows] = table.filter((row) => row.some((cell) => cell.trim() !== ''))
  const columns = head.map((cell) => cell.trim())
  const words = columns.map((column) => column.normalize('NFC').toLowerCase())
  const [lat, lng] =
    COORDINATES.map((pair) => pair.map((pattern) => words.findIndex((word) => pattern.test(word)))).find(
      (pair) => !pair.includes(-1),
    ) ?? []
  if (lat === undefined || lng === undefined) return shapesOfGeometries(columns, rows)
  const name = words.findIndex((word) => NAME.test(word))
  const shapes = rows.flatMap((row): OwnShape[] => {
    const point = { lat: degreesOf(row[lat]), lng: degreesOf(row[lng]) }
    if (!(Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180)) return []
    return [{ kind: 'point', name: cleanName(row[name] ?? ''), point }]
  })
  const [first] = rows
  if (shapes.length === 0 && first) {
    throw new UnusableFile({ kind: 'not_degrees', found: `${first[lat]}, ${first[lng]}` })
  }
  return { shapes, lines: 0, unplaced: rows.length - shapes.length }
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1)
  const counts = [',', ';', '\t', '|'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}

/** Reads the first column with geometries. */
function shapesOfGeometries(columns: readonly string[], rows: readonly string[][]): FoundShapes {
  const column = columns.findIndex((_, index) => rows.some((row) => geometryOfCell(row[index] ?? '') !== null))
  if (column === -1) throw new UnusableFile({ kind: 'no_coordinates', columns })
  const features = rows.map((row) => ({
    properties: Object.fromEntries(columns.map((name, index) => [name, row[index]])),
    geometry: geometryOfCell(row[column] ?? ''),
  }))
  return shapesOfGeoJson({ features })
}

/** Degrees with minutes, seconds and a direction, which stands before or behind them. */
const DEGREES =
  /^([NSEW])?\s*(\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*['’′])?\s*(?:(\d+(?:\.\d+)?)\s*(?:["”″]|''))?\s*([NSEW])?$/i

/** Reads degrees with a decimal point or comma; NaN for anything else. */
function degreesOf(cell = ''): number {
  const text = cell.trim().replaceAll(',', '.')
  if (text === '') return Number.NaN
  const [, before, degrees, minutes = '0', seconds = '0', behind] = DEGREES.exec(text) ?? []
  if (degrees === undefined) return Number(text)
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return /[SW]/i.test(before ?? behind ?? '') ? -size : size
}
