import type { CellShapes } from '../../view/tile-geometry.ts'

/**
 * Polygons in the form that deck.gl's SolidPolygonLayer draws without normalising or tessellating them. Their rings are open:
 * triangles need the first corner only once.
 */
export interface CellGeometry {
  readonly length: number
  /** The first vertex of each polygon, then the number of vertices. */
  readonly startIndices: Uint32Array
  /** Each vertex on the map's plane, x and y interleaved, as `planeX` and `planeY` return them. */
  readonly positions: Float64Array
  /** Triangles: three vertices each. */
  readonly indices: Uint32Array
  /** For each vertex the direction to its cell's centre, east and north, interleaved; of length 1. */
  readonly inward: Float32Array
}

/** The width of the plane that deck.gl projects the world onto (Web Mercator). */
const WORLD = 512
/** Where deck.gl ends the plane. */
const NORTHMOST = 89.9

/** How far east a longitude is on the plane; those past 180 continue. */
export function planeX(lng: number): number {
  return ((lng + 180) / 360) * WORLD
}

/** How far north a latitude is on the plane. */
export function planeY(lat: number): number {
  const phi = (Math.max(-NORTHMOST, Math.min(NORTHMOST, lat)) * Math.PI) / 180
  return (0.5 + Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI)) * WORLD
}

/** Some cells of one tile, by their index in it. */
export interface GeometryPart {
  readonly geometry: CellShapes
  readonly indexes: readonly number[]
}

/**
 * Joins cells of several tiles in the given order. Each is a triangle fan: around its first vertex where it is a hexagon,
 * which is convex.
 */
export function joinCells(parts: readonly GeometryPart[]): CellGeometry {
  const [only] = parts
  if (parts.length === 1 && only) return partGeometry(only)
  const all = parts.map(partGeometry)
  const { cells, vertices } = countAll(parts)
  const joined = makeGeometry(cells, vertices)
  let cell = 0
  let vertex = 0
  let corner = 0
  for (const part of all) {
    joined.positions.set(part.positions, 2 * vertex)
    joined.inward.set(part.inward, 2 * vertex)
    const { indices } = part
    // Loops over numbers: iterators over typed arrays take several times as long, and a view has a million of these.
    for (let i = 0; i < indices.length; i++) joined.indices[corner++] = vertex + (indices[i] ?? 0)
    for (let i = 1; i <= part.length; i++) joined.startIndices[++cell] = vertex + (part.startIndices[i] ?? 0)
    vertex += part.startIndices[part.length] ?? 0
  }
  return joined
}

// A movement of the map brings a few tiles, and most stay.
const known = new WeakMap<GeometryPart, CellGeometry>()

/** Returns the polygons of one part; computed once for the same object. */
function partGeometry(part: GeometryPart): CellGeometry {
  const before = known.get(part)
  if (before) return before
  const { geometry, indexes } = part
  const { cells, vertices } = countAll([part])
  const own = makeGeometry(cells, vertices)
  let vertex = 0
  let corner = 0
  indexes.forEach((index, cell) => {
    const from = geometry.starts[index] ?? 0
    const corners = cornersOf(geometry, index)
    // Projected once here, and not by the GPU for every frame.
    for (let i = 0; i < corners; i++) {
      own.positions[2 * (vertex + i)] = planeX(geometry.positions[2 * (from + i)] ?? 0)
      own.positions[2 * (vertex + i) + 1] = planeY(geometry.positions[2 * (from + i) + 1] ?? 0)
    }
    pointInward(own, vertex, corners, geometry.centers[2 * index] ?? 0, geometry.centers[2 * index + 1] ?? 0)
    const start = corners === HEXAGON ? 0 : fanStart(own.positions, vertex, corners)
    for (let i = 1; i < corners - 1; i++) {
      own.indices[corner++] = vertex + start
      own.indices[corner++] = vertex + ((start + i) % corners)
      own.indices[corner++] = vertex + ((start + i + 1) % corners)
    }
    vertex += corners
    own.startIndices[cell + 1] = vertex
  })
  known.set(part, own)
  return own
}

const HEXAGON = 6

/**
 * Returns the corner from which a fan covers a cell. Where H3 puts further corners on the edges of its icosahedron, a cell
 * can be bent inwards at one of them, and fans from others would reach outside.
 */
function fanStart(positions: Float64Array, vertex: number, corners: number): number {
  const at = (corner: number, axis: 0 | 1) => positions[2 * (vertex + (corner % corners)) + axis] ?? 0
  const leastArea = (start: number) => {
    let least = Number.POSITIVE_INFINITY
    for (let i = start + 1; i < start + corners - 1; i++) {
      const [east, north] = [at(i, 0) - at(start, 0), at(i, 1) - at(start, 1)]
      least = Math.min(least, east * (at(i + 1, 1) - at(start, 1)) - north * (at(i + 1, 0) - at(start, 0)))
    }
    return least
  }
  const starts = Array.from({ length: corners }, (_, start) => start)
  return starts.reduce((a, b) => (leastArea(b) > leastArea(a) ? b : a), 0)
}

function makeGeometry(cells: number, vertices: number): CellGeometry {
  return {
    length: cells,
    startIndices: new Uint32Array(cells + 1),
    positions: new Float64Array(vertices * 2),
    // A fan over n corners has n - 2 triangles.
    indices: new Uint32Array(3 * (vertices - 2 * cells)),
    inward: new Float32Array(vertices * 2),
  }
}

/** Returns how many corners a cell has; its ring repeats the first one. */
function cornersOf({ starts }: CellShapes, index: number): number {
  return (starts[index + 1] ?? 0) - (starts[index] ?? 0) - 1
}

/** Writes the directions from a cell's corners, the first of which is `vertex`, to its centre. */
function pointInward(
  { positions, inward }: CellGeometry,
  vertex: number,
  corners: number,
  lng: number,
  lat: number,
): void {
  // A ring's longitudes continue past 180, where its centre may lie on the other side.
  const away = planeX(lng) - (positions[2 * vertex] ?? 0)
  const x = planeX(lng) - WORLD * Math.round(away / WORLD)
  const y = planeY(lat)
  for (let at = 2 * vertex; at < 2 * (vertex + corners); at += 2) {
    const east = x - (positions[at] ?? 0)
    const north = y - (positions[at + 1] ?? 0)
    // Math.hypot takes several times as long.
    const length = Math.sqrt(east * east + north * north) || 1
    inward[at] = east / length
    inward[at + 1] = north / length
  }
}

function countAll(parts: readonly GeometryPart[]): { cells: number; vertices: number } {
  let cells = 0
  let vertices = 0
  for (const { geometry, indexes } of parts) {
    cells += indexes.length
    for (const index of indexes) vertices += cornersOf(geometry, index)
  }
  return { cells, vertices }
}
