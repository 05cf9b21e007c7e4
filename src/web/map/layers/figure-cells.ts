import { binaryCells } from './binary-cells.ts'
import type { CellGeometry } from './cell-geometry.ts'
import type { CellPaint } from './cell-paint.ts'
import { FlatCellsLayer } from './flat-cells.ts'
import type { Placed } from './placed.ts'

/** Where cells go, and the id of their layer. */
type PlacedCells = Placed & { readonly id: string }

/** The cells with a figure of their own as one flat binary layer. */
export function observedCells(geometry: CellGeometry, fill: CellPaint['observed'], gapPx: number, placed: PlacedCells) {
  return new FlatCellsLayer({
    ...placed,
    gapPx,
    data: binaryCells(geometry, fill, { fillColors: colors(fill) }),
    updateTriggers: { getFillColor: versionOf(fill) },
  })
}

/** The cells with an estimate as a second layer, hatched: a pattern costs time for every pixel of its layer. */
export function estimatedCells(
  geometry: CellGeometry,
  paint: CellPaint['estimated'],
  gapPx: number,
  placed: PlacedCells,
) {
  const { lines, background } = paint
  return new FlatCellsLayer({
    ...placed,
    gapPx,
    isHatched: true,
    data: binaryCells(geometry, paint, { fillColors: colors(background), hatchColors: colors(lines) }),
    updateTriggers: { getFillColor: versionOf(paint), getHatchColor: versionOf(paint) },
  })
}

function colors(bytes: Uint8Array) {
  return { value: bytes, size: 4, normalized: true }
}

const versions = new WeakMap<object, number>()
let lastVersion = 0

/** Returns a number for each paint, because deck.gl would compare the colours one by one, a million in a view. */
function versionOf(paint: object): number {
  const version = versions.get(paint) ?? ++lastVersion
  versions.set(paint, version)
  return version
}
