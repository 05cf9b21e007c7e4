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
  const { cells, vertices } = countAll(parts)
  const startIndices = new Uint32Array(cells + 1)
  const positions = new Float64Array(vertices * 2)
  // A closed ring of n vertices repeats the first one, so it has n - 1 corners and n - 3 triangles.
  const indices = new Uint32Array(3 * (vertices - 3 * cells))
  let cell = 0
  let vertex = 0
  let corner = 0
  for (const { geometry, indexes } of parts) {
    for (const index of indexes) {
      const from = geometry.starts[index] ?? 0
      const to = geometry.starts[index + 1] ?? from
      positions.set(geometry.positions.subarray(2 * from, 2 * to), 2 * vertex)
      for (let i = 1; i < to - from - 2; i++) {
        indices[corner++] = vertex
        indices[corner++] = vertex + i
        indices[corner++] = vertex + i + 1
      }
      vertex += to - from
      startIndices[++cell] = vertex
    }
  }
  return { length: cells, startIndices, positions, indices }
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
