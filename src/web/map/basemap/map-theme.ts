import type { OutlineStyle } from '../layers/outlines.ts'
import type { Rgba } from '../layers/placed.ts'

/** The map's colours in one theme: CSS for the basemap, bytes for the layers. */
export interface MapTheme {
  readonly water: string
  readonly land: string
  readonly coast: string
  readonly border: string
  readonly label: string
  readonly labelSoft: string
  readonly halo: string
  readonly tooFew: Rgba
  readonly mark: Rgba
  /** The wash over ground that the service does not cover. */
  readonly uncovered: Rgba
  /** The wash over everything outside a chosen place. */
  readonly outside: Rgba
  readonly place: OutlineStyle
  /** The lines of compared areas and of what is being drawn. */
  readonly area: Pick<OutlineStyle, 'widthPx' | 'casing'>
  /** One for each of the six areas, as in tokens.css. */
  readonly areaColors: readonly Rgba[]
  readonly selected: OutlineStyle
  readonly hovered: OutlineStyle
}

const LIGHT: MapTheme = {
  water: '#d3dde8',
  land: '#f2f4f7',
  coast: '#7f92a8',
  border: '#76869c',
  label: '#1d2838',
  labelSoft: '#2a364b',
  halo: 'rgba(255, 255, 255, 0.96)',
  tooFew: [60, 76, 100, 160],
  mark: [70, 84, 106, 150],
  uncovered: [70, 84, 106, 34],
  outside: [238, 241, 245, 130],
  place: { color: [21, 31, 46, 255], widthPx: 2.5, casing: [255, 255, 255, 230] },
  area: { widthPx: 2.25, casing: [255, 255, 255, 200] },
  areaColors: [
    [22, 96, 207, 255],
    [180, 84, 10, 255],
    [11, 122, 94, 255],
    [168, 50, 125, 255],
    [106, 76, 199, 255],
    [93, 90, 78, 255],
  ],
  selected: { color: [22, 96, 207, 255], widthPx: 3, casing: [255, 255, 255, 255] },
  hovered: { color: [21, 31, 46, 255], widthPx: 2, casing: [255, 255, 255, 220] },
}

const DARK: MapTheme = {
  water: '#0e1319',
  land: '#1c222b',
  coast: '#62748b',
  border: '#7c8ca3',
  label: '#eef2f7',
  labelSoft: '#dfe6ef',
  halo: 'rgba(12, 16, 22, 0.96)',
  tooFew: [170, 188, 212, 128],
  mark: [170, 188, 212, 150],
  uncovered: [170, 188, 212, 30],
  outside: [18, 23, 30, 112],
  place: { color: [240, 244, 250, 255], widthPx: 2.5, casing: [10, 14, 20, 230] },
  area: { widthPx: 2.25, casing: [10, 14, 20, 210] },
  areaColors: [
    [122, 176, 255, 255],
    [255, 169, 92, 255],
    [79, 209, 165, 255],
    [255, 143, 203, 255],
    [184, 162, 255, 255],
    [211, 205, 184, 255],
  ],
  selected: { color: [122, 176, 255, 255], widthPx: 3, casing: [10, 14, 20, 255] },
  hovered: { color: [255, 255, 255, 255], widthPx: 2, casing: [10, 14, 20, 220] },
}

/** Returns the colours of a theme. */
export function mapTheme(theme: 'light' | 'dark'): MapTheme {
  return theme === 'dark' ? DARK : LIGHT
}
