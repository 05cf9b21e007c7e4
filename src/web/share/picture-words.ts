import type { CellState } from '../../domain/figure.ts'
import type { Rgb } from '../scale/palette.ts'

/** What stands on a picture, in words and colours. Lengths are in CSS pixels. */
export interface PictureWords {
  /** One for each map. */
  readonly maps: readonly MapWords[]
  /** What is true of all maps, one line each. */
  readonly lines: readonly string[]
  readonly scaleBar: { readonly label: string; readonly width: number }
  readonly attribution: string
  readonly link: string
}

/** The words below a map. */
export interface MapWords {
  readonly title: string
  /** Filters and window. */
  readonly about: string
  /** The currency in which a change was computed; null for other metrics. */
  readonly computedIn: string | null
  /** The marks that are on the map, with what they mean. */
  readonly marks: readonly { readonly kind: MarkKind; readonly words: string }[]
  readonly classes: {
    readonly colors: readonly Rgb[]
    readonly ticks: readonly { readonly words: string; readonly share: number }[]
    /** The class that alone stands out; null where all do. */
    readonly only: string | null
  } | null
  /** The compared areas; empty without any. */
  readonly areas: readonly AreaWords[]
  /** What the figures of areas are; null without areas. */
  readonly areasTitle: string | null
  /** The resolution and the months of these figures, which need not be the map's, or why they cannot be compared. */
  readonly areasBasis: string
  /** Which figures are made from a part of an area's cells only, and the months of each area where they differ. */
  readonly areasNotes: readonly string[]
}

export type MarkKind = Exclude<CellState, 'loading' | 'sea'>

export interface AreaWords {
  readonly letter: string
  readonly color: string
  readonly name: string
  readonly figure: string
}

export interface PictureColors {
  readonly paper: string
  readonly ink: string
  readonly soft: string
  /** On the colour of an area. */
  readonly onArea: string
  readonly font: string
}
