import type { CellShapes } from '../../view/tile-geometry.ts'

/** Polygons in the form that deck.gl's SolidPolygonLayer draws without normalising or tessellating them. */
export interface CellGeometry {
  readonly length: number
  /** The first vertex of each polygon, then the number of vertices. */
  readonly startIndices: Uint32Array
  /** Longitude and latitude of each vertex, interleaved; degrees. */
  readonly positions: Float64Array
  /** Triangles: three vertices each. */
  readonly indices: Uint32Array
  /** For each vertex the direction to its cell's centre, east and north, interleaved; of length 1. */
  readonly inward: Float32Array
}

/** Some cells of one tile, by their index in it. */
export interface GeometryPart {
  readonly geometry: CellShapes
  readonly indexes: readonly number[]
}

/**
 * Joins cells of several tiles in the given order. Cells are convex, so each is a triangle fan around its first vertex.
 */
export function joinCells(parts: readonly GeometryPart[]): CellGeometry {
  const all = parts.map(partGeometry)
  const { cells, vertices } = countAll(parts)
  const joined = makeGeometry(cells, vertices)
  let cell = 0
  let vertex = 0
  let corner = 0
  for (const part of all) {
    joined.positions.set(part.positions, 2 * vertex)
    joined.inward.set(part.inward, 2 * vertex)
    for (const index of part.indices) joined.indices[corner++] = vertex + index
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
    const to = geometry.starts[index + 1] ?? from
    const ring = geometry.positions.subarray(2 * from, 2 * to)
    own.positions.set(ring, 2 * vertex)
    pointInward(own.inward, vertex, ring, geometry.centers[2 * index] ?? 0, geometry.centers[2 * index + 1] ?? 0)
    for (let i = 1; i < to - from - 2; i++) {
      own.indices[corner++] = vertex
      own.indices[corner++] = vertex + i
      own.indices[corner++] = vertex + i + 1
    }
    vertex += to - from
    own.startIndices[cell + 1] = vertex
  })
  known.set(part, own)
  return own
}

function makeGeometry(cells: number, vertices: number): CellGeometry {
  return {
    length: cells,
    startIndices: new Uint32Array(cells + 1),
    positions: new Float64Array(vertices * 2),
    // A closed ring of n vertices repeats the first one, so it has n - 1 corners and n - 3 triangles.
    indices: new Uint32Array(3 * (vertices - 3 * cells)),
    inward: new Float32Array(vertices * 2),
  }
}

/** Writes the directions from a ring's points to a centre, beginning at a vertex. */
function pointInward(inward: Float32Array, vertex: number, ring: Float64Array, lng: number, lat: number): void {
  // On a Mercator map a degree of latitude is longer than one of longitude by this.
  const stretch = 1 / Math.cos((lat * Math.PI) / 180)
  // A ring's longitudes continue past 180, where its centre may lie on the other side.
  const turn = 360 * Math.round(((ring[0] ?? lng) - lng) / 360)
  for (let i = 0; i < ring.length; i += 2) {
    const east = lng + turn - (ring[i] ?? 0)
    const north = (lat - (ring[i + 1] ?? 0)) * stretch
    const length = Math.hypot(east, north) || 1
    inward[2 * vertex + i] = east / length
    inward[2 * vertex + i + 1] = north / length
  }
}

function countAll(parts: readonly GeometryPart[]): { cells: number; vertices: number } {
  let cells = 0
  let vertices = 0
  for (const { geometry, indexes } of parts) {
    cells += indexes.length
    for (const index of indexes) vertices += (geometry.starts[index + 1] ?? 0) - (geometry.starts[index] ?? 0)
  }
  return { cells, vertices }
}
