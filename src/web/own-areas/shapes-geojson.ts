import type { LatLng } from '../../domain/distance.ts'
import { polygonKm2 } from '../../domain/polygon.ts'
import { areaOfFields, cellOfId, centreOfFields, type Fields, radiusOfFields } from './area-of-fields.ts'
import { type FoundShapes, type OwnShape, UnusableFile } from './own-shape.ts'
import { nameOfFields } from './shape-name.ts'

type Outline = readonly LatLng[]

/** What the geometry of a feature has. A polygon is its outline and then its holes. */
interface Parts {
  readonly polygons: Outline[][]
  readonly points: LatLng[]
  lines: number
}

/** With a ring alone, which some programs write beside what the standard has. */
const GEOJSON = /^(Feature|GeometryCollection|LinearRing|(Multi)?(Point|LineString|Polygon))$/

/** Reads GeoJSON: the largest polygon of each feature and its points, and areas that the page saved as what they were. Throws `UnusableFile`. */
export function shapesOfGeoJson(value: unknown): FoundShapes {
  const shapes: OwnShape[] = []
  let [lines, unplaced] = [0, 0]
  let fault: UnusableFile | null = null
  for (const feature of featuresOf(value)) {
    const { id } = feature
    const properties = isFields(feature.properties) ? feature.properties : {}
    const name = nameOfFields(Object.entries(properties), id)
    const known = savedShape(properties, id, name)
    if (known !== null) {
      shapes.push(known)
      continue
    }
    const parts: Parts = { polygons: [], points: [], lines: 0 }
    try {
      collect(feature.geometry, parts)
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error
      fault ??= error
      unplaced += 1
      continue
    }
    const largest = largestPart(parts.polygons)
    if (largest !== null) shapes.push({ kind: 'outline', name, ...largest })
    for (const point of parts.points) shapes.push({ kind: 'point', name, point, ...radiusOfFields(properties) })
    lines += parts.lines
    if (largest === null && parts.points.length === 0 && parts.lines === 0) unplaced += 1
  }
  if (shapes.length === 0 && fault !== null) throw fault
  return { shapes, lines, unplaced }
}

/** What the page itself saved as a circle, a place or a hexagon, whose outline in the file only resembles it; null for others. */
function savedShape(properties: Fields, id: unknown, name: string | null): OwnShape | null {
  const point = centreOfFields(properties)
  if (point !== null) return { kind: 'point', name, point, ...radiusOfFields(properties) }
  const cell = cellOfId(id)
  const shape = cell === null ? areaOfFields(properties) : ({ kind: 'cell', cell } as const)
  return shape && { kind: 'area', name, shape }
}

/** The features of collections and lists too; a geometry without a feature counts as one. */
function featuresOf(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(featuresOf)
  if (isFields(value) && Array.isArray(value.features)) return value.features.filter(isFields)
  if (!isFields(value) || !GEOJSON.test(String(value.type))) throw new UnusableFile({ kind: 'unreadable' })
  return [value.type === 'Feature' ? value : { geometry: value }]
}

function collect(geometry: unknown, parts: Parts): void {
  if (!isFields(geometry)) return
  const { type, coordinates, geometries } = geometry
  switch (type) {
    case 'GeometryCollection':
      for (const each of listOf(geometries)) collect(each, parts)
      return
    case 'Polygon':
      parts.polygons.push(listOf(coordinates).map(outlineOf))
      return
    case 'LinearRing':
      parts.polygons.push([outlineOf(coordinates)])
      return
    case 'MultiPolygon':
      for (const polygon of listOf(coordinates)) parts.polygons.push(listOf(polygon).map(outlineOf))
      return
    case 'Point':
      parts.points.push(pointOf(coordinates))
      return
    case 'MultiPoint':
      for (const position of listOf(coordinates)) parts.points.push(pointOf(position))
      return
    case 'LineString':
      parts.lines += 1
      return
    case 'MultiLineString':
      parts.lines += listOf(coordinates).length
  }
}

function largestPart(polygons: readonly Outline[][]): { outline: Outline; parts: number; holes: number } | null {
  const [first, ...others] = polygons
  if (first === undefined) return null
  // Measuring takes longer than reading, and most features have one part.
  const km2 = others.length === 0 ? [0] : polygons.map(([outline = []]) => polygonKm2(outline))
  const most = km2.reduce((one, other) => Math.max(one, other))
  const [outline = [], ...holes] = polygons[km2.indexOf(most)] ?? first
  return { outline, parts: polygons.length, holes: holes.length }
}

function outlineOf(ring: unknown): Outline {
  return listOf(ring).map(pointOf)
}

/** A position; a longitude beyond 180 is taken back by a turn. */
function pointOf(position: unknown): LatLng {
  const [lng, lat] = listOf(position)
  if (typeof lng !== 'number' || typeof lat !== 'number' || !(Math.abs(lng) <= 360) || !(Math.abs(lat) <= 90)) {
    throw new UnusableFile({ kind: 'not_degrees', found: JSON.stringify(position) ?? '' })
  }
  return { lat, lng: Math.abs(lng) > 180 ? lng - 360 * Math.sign(lng) : lng }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
