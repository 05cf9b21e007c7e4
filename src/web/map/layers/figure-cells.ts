import type { LayerDataSource } from '@deck.gl/core'
import { FillStyleExtension } from '@deck.gl/extensions'
import { SolidPolygonLayer } from '@deck.gl/layers'
import type { CellGeometry } from './cell-geometry.ts'
import type { CellPaint } from './cell-paint.ts'
import type { Placed } from './placed.ts'

const extensions = [new FillStyleExtension({ proceduralPattern: true })]
// A pattern's number in cell-paint.ts is its place here, counted from 1.
const fillPatternMapping = { hatch: { type: 'hatch', angle: 45, strokeWidth: 1, gap: 4 } } as const

interface BinaryCells {
  readonly length: number
  readonly startIndices: Uint32Array
  readonly attributes: Readonly<Record<string, { value: ArrayBufferView; size: number; normalized?: boolean }>>
}

/** All cells with a figure as one binary layer: observed ones flat, estimates hatched. */
export function figureCells(geometry: CellGeometry, paint: CellPaint, placed: Placed) {
  return new SolidPolygonLayer<unknown, Record<string, unknown>>({
    ...placed,
    id: 'figure-cells',
    // deck.gl's types expect binary data under other names; this shape is what the layer reads.
    data: binaryCells(geometry, paint) as unknown as LayerDataSource<unknown>,
    dataComparator: sameGeometry as (next: unknown, previous?: unknown) => boolean,
    // The data counts as unchanged, so only these triggers upload new colours.
    updateTriggers: { getFillColor: paint, getFillPattern: paint, getFillPatternBackgroundColor: paint },
    positionFormat: 'XY',
    _normalize: false,
    _windingOrder: 'CCW',
    pickable: false,
    extensions,
    fillPatternMapping,
    fillPatternSizeUnits: 'pixels',
  })
}

/** New colours over the same geometry do not count as new data, so only the colour buffers go to the GPU. */
function sameGeometry(next: BinaryCells, previous: BinaryCells): boolean {
  return next.startIndices === previous?.startIndices
}

// deck.gl reuses the buffers of objects that it has already seen.
const shapes = new WeakMap<CellGeometry, BinaryCells['attributes']>()
const painted = new WeakMap<CellPaint, BinaryCells>()

function binaryCells(geometry: CellGeometry, paint: CellPaint): BinaryCells {
  const known = painted.get(paint)
  if (known) return known
  const shape = shapes.get(geometry) ?? {
    getPolygon: { value: geometry.positions, size: 2 },
    indices: { value: geometry.indices, size: 1 },
  }
  shapes.set(geometry, shape)
  const attributes = {
    ...shape,
    fillColors: { value: paint.fill, size: 4, normalized: true },
    fillPatternBackgroundColors: { value: paint.background, size: 4, normalized: true },
    fillPatternFrames: { value: paint.pattern, size: 4 },
  }
  const cells = { length: geometry.length, startIndices: geometry.startIndices, attributes }
  painted.set(paint, cells)
  return cells
}
