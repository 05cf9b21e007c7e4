import type { LayerDataSource } from '@deck.gl/core'
import type { CellGeometry } from './cell-geometry.ts'

/** Cells as deck.gl reads binary data. */
export interface BinaryCells {
  readonly length: number
  readonly startIndices: Uint32Array
  readonly attributes: BinaryAttributes
}

export type BinaryAttributes = Readonly<
  Record<string, { value: ArrayBufferView; size: number; normalized?: boolean } | undefined>
>

// deck.gl reuses the buffers of objects that it has already seen.
const shapes = new WeakMap<CellGeometry, BinaryAttributes>()
const painted = new WeakMap<object, BinaryCells>()

/**
 * Returns the data of a layer of cells in one colour or, with `paint` and its attributes, in colours of their own; the
 * same object for the same paint. deck.gl's types expect binary data under other names.
 */
export function binaryCells(
  geometry: CellGeometry,
  paint: object = geometry,
  colors: BinaryAttributes = {},
): LayerDataSource<unknown> {
  const shape = shapes.get(geometry) ?? {
    getPolygon: { value: geometry.positions, size: 2 },
    indices: { value: geometry.indices, size: 1 },
    cellInward: { value: geometry.inward, size: 2 },
  }
  shapes.set(geometry, shape)
  const cells = painted.get(paint) ?? {
    length: geometry.length,
    startIndices: geometry.startIndices,
    attributes: { ...shape, ...colors },
  }
  painted.set(paint, cells)
  return cells as unknown as LayerDataSource<unknown>
}
