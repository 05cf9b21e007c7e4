import { interpolateMagma } from 'd3-scale-chromatic'

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

export type PaletteTheme = 'light' | 'dark'

// Magma has equal steps of lightness for every kind of colour vision. The dearest class contrasts most with the
// background in both themes: darkest on light, brightest on dark. The ends that would blend into it are left out.
const ENDS: Readonly<Record<PaletteTheme, readonly [cheapest: number, dearest: number]>> = {
  light: [0.955, 0.19],
  dark: [0.3, 0.975],
}

/** Returns the colours of a scale's classes, lowest first. */
export function classColors(theme: PaletteTheme, classes: number): Rgb[] {
  const [from, to] = ENDS[theme]
  return Array.from({ length: classes }, (_, index) => {
    const t = classes === 1 ? (from + to) / 2 : from + ((to - from) * index) / (classes - 1)
    return parseColor(interpolateMagma(t))
  })
}

/** Returns the colour in CSS. */
export function cssColor([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}

/** Returns the colour of hatch lines over a class colour: darker on a bright one, lighter on a dark one. */
export function hatchColor(color: Rgb): Rgb {
  const [red, green, blue] = color
  const isBright = 0.299 * red + 0.587 * green + 0.114 * blue > 120
  const mix = (channel: number) => Math.round(isBright ? channel * 0.74 : channel + (255 - channel) * 0.3)
  return [mix(red), mix(green), mix(blue)]
}

function parseColor(css: string): Rgb {
  const hex = /^#(..)(..)(..)$/.exec(css)
  const channels = hex ? hex.slice(1).map((pair) => Number.parseInt(pair, 16)) : (css.match(/\d+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0] = channels
  return [red, green, blue]
}
