import { COORDINATE_SYSTEM, type LayerDataSource } from '@deck.gl/core'
import { SolidPolygonLayer } from '@deck.gl/layers'
import type { CellGeometry } from './cell-geometry.ts'
import type { Placed, Rgba } from './placed.ts'

/** A wash over ground that the service does not cover. */
export function uncoveredCells(geometry: CellGeometry, color: Rgba, placed: Placed) {
  return new SolidPolygonLayer<unknown, Record<string, unknown>>({
    ...placed,
    id: 'uncovered-cells',
    // Binary data, as in figure-cells.ts.
    data: binaryCells(geometry) as unknown as LayerDataSource<unknown>,
    getFillColor: color,
    coordinateSystem: COORDINATE_SYSTEM.CARTESIAN,
    positionFormat: 'XY',
    _normalize: false,
    _windingOrder: 'CCW',
    pickable: false,
  })
}

const shapes = new WeakMap<CellGeometry, object>()

function binaryCells(geometry: CellGeometry): object {
  const known = shapes.get(geometry) ?? {
    length: geometry.length,
    startIndices: geometry.startIndices,
    attributes: {
      getPolygon: { value: geometry.positions, size: 2 },
      indices: { value: geometry.indices, size: 1 },
    },
  }
  shapes.set(geometry, known)
  return known
}
