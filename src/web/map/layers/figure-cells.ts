import { COORDINATE_SYSTEM, type LayerDataSource } from '@deck.gl/core'
import { FillStyleExtension } from '@deck.gl/extensions'
import { SolidPolygonLayer } from '@deck.gl/layers'
import { CellGapExtension } from './cell-gap.ts'
import type { CellGeometry } from './cell-geometry.ts'
import type { CellPaint } from './cell-paint.ts'
import { FlatCellsLayer } from './flat-cells.ts'
import type { Placed } from './placed.ts'

const gap = new CellGapExtension()
const hatch = new FillStyleExtension({ proceduralPattern: true })
const fillPatternMapping = { hatch: { type: 'hatch', angle: 45, strokeWidth: 1, gap: 4 } } as const
/** The number of the hatch among the patterns, counted from 1. */
const HATCH = 1

interface BinaryCells {
  readonly length: number
  readonly startIndices: Uint32Array
  readonly attributes: Readonly<Record<string, { value: ArrayBufferView; size: number; normalized?: boolean }>>
}

/** The cells with a figure of their own as one flat binary layer. */
export function observedCells(geometry: CellGeometry, fill: CellPaint['observed'], gapPx: number, placed: Placed) {
  return new FlatCellsLayer<unknown, Record<string, unknown>>({
    ...placed,
    ...SHARED,
    id: 'observed-cells',
    gapPx,
    data: dataOf(geometry, fill, () => ({ fillColors: { value: fill, size: 4, normalized: true } })),
    updateTriggers: { getFillColor: versionOf(fill) },
    extensions: [gap],
  })
}

/** The cells with an estimate as another, hatched: a pattern costs every pixel of its layer. */
export function estimatedCells(geometry: CellGeometry, paint: CellPaint['estimated'], gapPx: number, placed: Placed) {
  return new SolidPolygonLayer<unknown, Record<string, unknown>>({
    ...placed,
    ...SHARED,
    id: 'estimated-cells',
    gapPx,
    data: dataOf(geometry, paint, () => ({
      fillColors: { value: paint.lines, size: 4, normalized: true },
      fillPatternBackgroundColors: { value: paint.background, size: 4, normalized: true },
      fillPatternFrames: { value: hatchOf(geometry), size: 4 },
    })),
    updateTriggers: { getFillColor: versionOf(paint), getFillPatternBackgroundColor: versionOf(paint) },
    extensions: [gap, hatch],
    fillPatternMapping,
    fillPatternSizeUnits: 'pixels',
  })
}

const SHARED = {
  // The data counts as unchanged, so only the triggers upload new colours.
  dataComparator: sameGeometry as (next: unknown, previous?: unknown) => boolean,
  // The map's plane, which the positions are given on.
  coordinateSystem: COORDINATE_SYSTEM.CARTESIAN,
  positionFormat: 'XY',
  _normalize: false,
  _windingOrder: 'CCW',
  pickable: false,
} as const

/** New colours over the same geometry do not count as new data, so only the colour buffers go to the GPU. */
function sameGeometry(next: BinaryCells, previous: BinaryCells): boolean {
  return next.startIndices === previous?.startIndices
}

// deck.gl reuses the buffers of objects that it has already seen.
const shapes = new WeakMap<CellGeometry, BinaryCells['attributes']>()
const painted = new WeakMap<object, BinaryCells>()
const hatches = new WeakMap<CellGeometry, Float32Array>()

const versions = new WeakMap<object, number>()
let lastVersion = 0

/** Returns a number for each paint, because deck.gl would compare the colours one by one, a million in a view. */
function versionOf(paint: object): number {
  const version = versions.get(paint) ?? ++lastVersion
  versions.set(paint, version)
  return version
}

/** Returns geometry and colours as deck.gl reads them; its types expect binary data under other names. */
function dataOf(
  geometry: CellGeometry,
  paint: object,
  colorsOf: () => BinaryCells['attributes'],
): LayerDataSource<unknown> {
  const known = painted.get(paint)
  if (known) return known as unknown as LayerDataSource<unknown>
  const shape = shapes.get(geometry) ?? {
    getPolygon: { value: geometry.positions, size: 2 },
    indices: { value: geometry.indices, size: 1 },
    cellInward: { value: geometry.inward, size: 2 },
  }
  shapes.set(geometry, shape)
  const attributes = { ...shape, ...colorsOf() }
  const cells = { length: geometry.length, startIndices: geometry.startIndices, attributes }
  painted.set(paint, cells)
  return cells as unknown as LayerDataSource<unknown>
}

/** Returns four numbers per vertex; the first is the pattern. */
function hatchOf(geometry: CellGeometry): Float32Array {
  const known = hatches.get(geometry)
  if (known) return known
  const frames = new Float32Array(2 * geometry.positions.length)
  for (let at = 0; at < frames.length; at += 4) frames[at] = HATCH
  hatches.set(geometry, frames)
  return frames
}
