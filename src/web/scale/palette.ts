import {
  interpolateCividis,
  interpolateMagma,
  interpolateViridis,
  interpolateYlGnBu,
  interpolateYlOrBr,
} from 'd3-scale-chromatic'
import type { PaletteName } from '../state/address/class-choice.ts'

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

export type PaletteTheme = 'light' | 'dark'

/** How strongly a cell covers the ground, 0 to 255: about 80 %, so that coasts and land use stay in sight. */
export const FILL_ALPHA = 204

/** The land of the basemap, which shows through the cells. */
const LAND: Readonly<Record<PaletteTheme, Rgb>> = { light: [242, 244, 247], dark: [28, 34, 43] }

interface Ramp {
  readonly colorAt: (t: number) => string
  /** Where the ramp begins and ends, and the power that evens out its steps over the land; 1 unless given. */
  readonly ends: Readonly<Record<PaletteTheme, readonly [lowest: number, highest: number, power?: number]>>
}

// Every ramp changes steadily in lightness, which all kinds of colour vision see. The highest class contrasts most with
// the background in both themes: darkest on light, brightest on dark. The ends that would blend into it are left out.
const RAMPS: Readonly<Record<PaletteName, Ramp>> = {
  magma: { colorAt: interpolateMagma, ends: { light: [0.955, 0.19], dark: [0.26, 0.975, 0.85] } },
  viridis: { colorAt: interpolateViridis, ends: { light: [0.98, 0.03], dark: [0.2, 0.98] } },
  cividis: { colorAt: interpolateCividis, ends: { light: [0.96, 0.02], dark: [0.18, 0.98] } },
  sea: { colorAt: interpolateYlGnBu, ends: { light: [0.14, 0.98], dark: [0.88, 0.18, 1.05] } },
  earth: { colorAt: interpolateYlOrBr, ends: { light: [0.1, 1, 0.8], dark: [0.96, 0.1, 1.2] } },
}

/** Returns the colours of a scale's classes, lowest first. */
export function classColors(palette: PaletteName, theme: PaletteTheme, classes: number): Rgb[] {
  const { colorAt, ends } = RAMPS[palette]
  const [from, to, power = 1] = ends[theme]
  return Array.from({ length: classes }, (_, index) => {
    const t = classes === 1 ? (from + to) / 2 : from + (to - from) * (index / (classes - 1)) ** power
    return parseColor(colorAt(t))
  })
}

/** Returns what a class colour looks like on the map, with the land under it. */
export function colorOnMap(color: Rgb, theme: PaletteTheme): Rgb {
  const share = FILL_ALPHA / 255
  const mix = (channel: number, ground: number) => Math.round(share * channel + (1 - share) * ground)
  const [red, green, blue] = LAND[theme]
  return [mix(color[0], red), mix(color[1], green), mix(color[2], blue)]
}

/** Returns the colour in CSS. */
export function cssColor([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}

/**
 * Returns the colour of hatch lines over a class colour: darker on a bright one, lighter on a dark one, and further from
 * it the closer that one is to the middle, where the same step is harder to see.
 */
export function hatchColor(color: Rgb): Rgb {
  const [red, green, blue] = color
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue
  const isBright = brightness > MIDDLE
  const share = isBright ? 0.43 - 0.16 * ((brightness - MIDDLE) / (255 - MIDDLE)) : 0.3 + 0.18 * (brightness / MIDDLE)
  const mix = (channel: number) => Math.round(channel + ((isBright ? 0 : 255) - channel) * share)
  return [mix(red), mix(green), mix(blue)]
}

/** Brighter colours get darker lines; 0 to 255. */
const MIDDLE = 120

/** Reads a colour of CSS as d3 writes it: `#rrggbb` or `rgb(…)`. */
export function parseColor(css: string): Rgb {
  const hex = /^#(..)(..)(..)$/.exec(css)
  const channels = hex ? hex.slice(1).map((pair) => Number.parseInt(pair, 16)) : (css.match(/\d+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0] = channels
  return [red, green, blue]
}
