import { dsvFormat } from 'd3-dsv'
import { parseFigureCell } from '../../domain/cell.ts'
import type { LatLng } from '../../domain/distance.ts'
import { type Fields, isCellName } from './area-of-fields.ts'
import { degreesOf, type Pair, pairOf } from './degrees.ts'
import { geometryOfCell } from './geometry-cell.ts'
import { type FoundShapes, type OwnShape, UnusableFile } from './own-shape.ts'
import { nameOfFields } from './shape-name.ts'
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
/** The name of a column with both, longitude first; under other names the latitude comes first, as maps write it. */
const LNG_FIRST = /^\W*(lng|lon|long|longitude|longitud|longitudine|länge|x)[^\p{L}]*(lat|breite|y)/iu
/** The line in which Excel names the separator of columns. */
const SEPARATOR_LINE = /^sep=.\r?\n/i

/**
 * Reads a table with a point in each row, in two columns or in one, or with outlines or ids of hexagons in a column of their own,
 * its columns named in the first row. Throws `UnusableFile`.
 */
export function pointsOfTable(text: string): FoundShapes {
  const content = text.replace(/^\uFEFF/, '').replace(SEPARATOR_LINE, '')
  const separator = separatorOf(content)
  const table = dsvFormat(separator).parseRows(content)
  const [head = [], ...rows] = table.filter((row) => row.some((cell) => cell.trim() !== ''))
  const columns = head.map((cell) => cell.trim())
  const words = columns.map((column) => column.normalize('NFC').toLowerCase())
  const [lat, lng] =
    COORDINATES.map((pair) => pair.map((pattern) => words.findIndex((word) => pattern.test(word)))).find(
      (pair) => !pair.includes(-1),
    ) ?? []
  // A column can be called “lat, lng”.
  if (lat === undefined || lng === undefined || lat === lng) {
    // Open data often has both, where the pair is only the middle of the outline.
    const found =
      shapesOfGeometries(columns, rows) ?? shapesOfCells(columns, rows) ?? pointsOfPairs(head, rows, separator)
    if (found === null) throw new UnusableFile({ kind: 'no_coordinates', columns })
    return found
  }
  const outline = outlineColumn(columns, rows)
  const features = rows.map((row) => {
    const properties = fieldsOfRow(columns, row)
    const geometry = outline === null ? null : geometryOfCell(row[outline] ?? '')
    // A drawn area that the page saved has its middle beside its outline.
    const isPoint = geometry === null && properties.kind !== 'polygon'
    const point = { lat: degreesOf(row[lat]), lng: degreesOf(row[lng]) }
    return { properties, geometry: isPoint && isOnEarth(point) ? pointGeometry(point) : geometry }
  })
  const found = shapesOfGeoJson({ features })
  const [first] = rows
  if (found.shapes.length === 0 && first) {
    throw new UnusableFile({ kind: 'not_degrees', found: `${first[lat]}, ${first[lng]}` })
  }
  return found
}

function pointGeometry({ lat, lng }: LatLng) {
  return { type: 'Point', coordinates: [lng, lat] }
}

/** The first column with outlines in degrees, beside which coordinates are only those of the middle; null where there is none. */
function outlineColumn(columns: readonly string[], rows: readonly string[][]): number | null {
  const found = columns.findIndex((_, index) =>
    rows.some((row) => {
      const geometry = geometryOfCell(row[index] ?? '')
      return geometry !== null && isOutline(geometry)
    }),
  )
  return found === -1 ? null : found
}

function isOutline(geometry: unknown): boolean {
  try {
    return shapesOfGeoJson(geometry).shapes.some(({ kind }) => kind === 'outline')
  } catch (error) {
    if (error instanceof UnusableFile) return false
    throw error
  }
}

/** Reads the first column that is named for hexagons and has some; null where there is none. */
function shapesOfCells(columns: readonly string[], rows: readonly string[][]): FoundShapes | null {
  const column = columns.findIndex(
    (name, index) => isCellName(name) && rows.some((row) => parseFigureCell(row[index] ?? '') !== null),
  )
  if (column === -1) return null
  const shapes = rows.flatMap((row): OwnShape[] => {
    const cell = parseFigureCell(row[column] ?? '')
    return cell === null ? [] : [{ kind: 'area', name: nameOfRow(columns, row), shape: { kind: 'cell', cell } }]
  })
  return { shapes, lines: 0, unplaced: rows.length - shapes.length }
}

/** Reads the first column with pairs of coordinates; null where there is none. A list of nothing else needs no head. */
function pointsOfPairs(head: readonly string[], rows: readonly string[][], separator: string): FoundShapes | null {
  const lineOf = (row: readonly string[]) => row.join(separator)
  const isHeadless = pairOf(lineOf(head)) !== null
  const isOneColumn = isHeadless || head.length === 1
  const entries = isHeadless ? [head, ...rows] : rows
  const cells = isOneColumn ? [lineOf] : head.map((_, index) => (row: readonly string[]) => row[index] ?? '')
  const cell = cells.find((each) => {
    const filled = entries.map(each).filter((text) => text.trim() !== '')
    return filled.length > 0 && filled.filter((text) => pairOf(text) !== null).length * 2 > filled.length
  })
  if (cell === undefined) return null
  const pairs = entries.map((row) => ({ row, pair: pairOf(cell(row)) }))
  const title = isHeadless ? '' : isOneColumn ? lineOf(head) : (head[cells.indexOf(cell)] ?? '')
  const isLngFirst = LNG_FIRST.test(title) || pairs.some(({ pair }) => pair !== null && Math.abs(pair.values[0]) > 90)
  const shapes = pairs.flatMap(({ row, pair }): OwnShape[] => {
    const point = pair && pointOfPair(pair, isLngFirst)
    return point && isOnEarth(point) ? [{ kind: 'point', name: isOneColumn ? null : nameOfRow(head, row), point }] : []
  })
  const isSaid = pairs.every(({ pair }) => pair === null || pair.isLngFirst !== null)
  const found = { shapes, lines: 0, unplaced: entries.length - shapes.length }
  return isSaid ? found : { ...found, pairs: isLngFirst ? 'lng' : 'lat' }
}

function pointOfPair({ values: [first, second], isLngFirst }: Pair, isElse: boolean): LatLng {
  return (isLngFirst ?? isElse) ? { lat: second, lng: first } : { lat: first, lng: second }
}

function isOnEarth({ lat, lng }: LatLng): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

function fieldsOfRow(columns: readonly string[], row: readonly string[]): Fields {
  return Object.fromEntries(columns.map((name, index) => [name, row[index]]))
}

function nameOfRow(columns: readonly string[], row: readonly string[]): string | null {
  return nameOfFields(columns.map((column, index) => [column.trim(), row[index]] as const))
}

/** More characters than the names of any table have. */
const LONGEST_HEAD = 65_536

/** The separator that the first line has most of. Names in quotes may hold others, and ends of lines. */
function separatorOf(text: string): string {
  const start = text.trimStart().slice(0, LONGEST_HEAD)
  const [line = ''] = start.replace(/(^|[,;\t|])"(?:[^"]|"")*"(?=[,;\t|\r\n]|$)/g, '$1').split(/[\r\n]/, 1)
  const counts = [',', ';', '\t', '|'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}

/** Reads the first column with geometries; null where there is none. */
function shapesOfGeometries(columns: readonly string[], rows: readonly string[][]): FoundShapes | null {
  const column = columns.findIndex((_, index) => rows.some((row) => geometryOfCell(row[index] ?? '') !== null))
  if (column === -1) return null
  const features = rows.map((row) => ({
    properties: fieldsOfRow(columns, row),
    geometry: geometryOfCell(row[column] ?? ''),
  }))
  return shapesOfGeoJson({ features })
}
