import { classOf } from '../../../domain/class-breaks.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { Figure } from '../../../domain/figure.ts'
import { hatchColor, type Rgb } from '../../scale/palette.ts'
import type { CellGeometry } from './cell-geometry.ts'
import type { DrawnCell } from './drawn-cells.ts'

/** What decides the colours of figures. */
export interface PaintStyle {
  /** Reads the value that decides a figure's colour; null for no colour. */
  readonly read: (figure: Figure) => number | null
  /** The wanted edition; figures of another one stand in for it and are dimmed. */
  readonly name: EditionName | null
  /** The breaks and colours of an edition's classes. */
  readonly scaleOf: (name: EditionName) => { readonly breaks: readonly number[]; readonly colors: readonly Rgb[] }
  /** The only class drawn at full strength; null for all. */
  readonly highlightedClass: number | null
}

/** Colours and patterns for each vertex of the drawn cells. */
export interface CellPaint {
  /** RGBA; for an estimated cell, the lines of its hatch. */
  readonly fill: Uint8Array
  /** RGBA; for an estimated cell, the background of its hatch. */
  readonly background: Uint8Array
  /** Four numbers per vertex; the first is the pattern, 0 for none. */
  readonly pattern: Float32Array
}

/** The number of the hatch among the layer's patterns. */
const HATCH = 1
const STRONG = 242
const STAND_IN = 96
const FADED = 34

/** Returns the colours and patterns of cells given in the order of the geometry. */
export function paintCells(geometry: CellGeometry, cells: readonly DrawnCell[], style: PaintStyle): CellPaint {
  const vertices = geometry.startIndices[geometry.length] ?? 0
  const fill = new Uint8Array(vertices * 4)
  const background = new Uint8Array(vertices * 4)
  const pattern = new Float32Array(vertices * 4)
  const fillWords = new Uint32Array(fill.buffer)
  const backgroundWords = new Uint32Array(background.buffer)
  cells.forEach((cell, index) => {
    const [from, to] = [geometry.startIndices[index] ?? 0, geometry.startIndices[index + 1] ?? 0]
    const color = colorOf(cell, style)
    if (color === null) return
    if (cell.figure.estimated) {
      fillWords.fill(packed(hatchColor(color.rgb), color.alpha), from, to)
      backgroundWords.fill(packed(color.rgb, color.alpha), from, to)
      for (let vertex = from; vertex < to; vertex++) pattern[4 * vertex] = HATCH
    } else {
      fillWords.fill(packed(color.rgb, color.alpha), from, to)
    }
  })
  return { fill, background, pattern }
}

function colorOf(cell: DrawnCell, style: PaintStyle): { rgb: Rgb; alpha: number } | null {
  const value = style.read(cell.figure)
  if (value === null) return null
  const { breaks, colors } = style.scaleOf(cell.name)
  const index = classOf(value, breaks)
  const rgb = colors[index]
  if (!rgb) return null
  if (style.highlightedClass !== null && style.highlightedClass !== index) return { rgb, alpha: FADED }
  return { rgb, alpha: cell.name.resolution === style.name?.resolution ? STRONG : STAND_IN }
}

/** Packs four bytes into one word; the typed arrays are little-endian. */
function packed([red, green, blue]: Rgb, alpha: number): number {
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0
}
