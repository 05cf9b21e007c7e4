import { classOf } from '../../../domain/class-breaks.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { Figure } from '../../../domain/figure.ts'
import { FILL_ALPHA, hatchColor, type Rgb } from '../../scale/palette.ts'
import type { CellSet, DrawnCell, DrawnFigures } from './drawn-cells.ts'

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
  /** True for a value that is faded in any class. */
  readonly isFaded: (value: number) => boolean
}

/** Colours for each vertex of the drawn cells, RGBA. */
export interface CellPaint {
  readonly observed: Uint8Array
  readonly estimated: {
    /** The lines of the hatch. */
    readonly lines: Uint8Array
    /** What lies between them. */
    readonly background: Uint8Array
  }
}

const STAND_IN = 84
const FADED = 34

/** Returns the colours of cells given in the order of their geometry. */
export function paintCells({ observed, estimated }: DrawnFigures, style: PaintStyle): CellPaint {
  return {
    observed: paintSet(observed, style, (rgb) => rgb),
    estimated: { lines: paintSet(estimated, style, hatchColor), background: paintSet(estimated, style, (rgb) => rgb) },
  }
}

function paintSet({ geometry, cells }: CellSet, style: PaintStyle, shade: (color: Rgb) => Rgb): Uint8Array {
  const bytes = new Uint8Array((geometry.startIndices[geometry.length] ?? 0) * 4)
  const words = new Uint32Array(bytes.buffer)
  let ink: Ink | null = null
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as DrawnCell
    const value = style.read(cell.figure)
    if (value === null) continue
    // Almost all cells of a view belong to one edition.
    if (ink?.name !== cell.name) ink = inkOf(cell.name, style, shade)
    const inks = style.isFaded(value) ? ink.faded : ink.full
    const word = inks[classOf(value, ink.breaks)] ?? 0
    const end = geometry.startIndices[index + 1] ?? 0
    for (let at = geometry.startIndices[index] ?? 0; at < end; at++) words[at] = word
  }
  return bytes
}

/** The colours of an edition's classes, packed. */
interface Ink {
  readonly name: EditionName
  readonly breaks: readonly number[]
  readonly full: readonly number[]
  readonly faded: readonly number[]
}

function inkOf(name: EditionName, style: PaintStyle, shade: (color: Rgb) => Rgb): Ink {
  const { breaks, colors } = style.scaleOf(name)
  const alpha = name.resolution === style.name?.resolution ? FILL_ALPHA : STAND_IN
  const faded = colors.map((color) => packed(shade(color), FADED))
  const full = colors.map((color, index) => {
    const isFaded = style.highlightedClass !== null && style.highlightedClass !== index
    return isFaded ? (faded[index] ?? 0) : packed(shade(color), alpha)
  })
  return { name, breaks, full, faded }
}

/** Packs four bytes into one word; the typed arrays are little-endian. */
function packed([red, green, blue]: Rgb, alpha: number): number {
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0
}
