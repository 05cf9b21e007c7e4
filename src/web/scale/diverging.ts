import { interpolateBlues, interpolateYlOrBr } from 'd3-scale-chromatic'
import { type PaletteTheme, parseColor, type Rgb } from './palette.ts'

interface Arms {
  /** The class around 0. */
  readonly neutral: Rgb
  readonly near: number
  readonly far: number
}

// Blue below and brown above differ to every kind of colour vision; each arm gets steadily darker on a light map, and
// brighter on a dark one.
const ARMS: Readonly<Record<PaletteTheme, Arms>> = {
  light: { neutral: [228, 226, 223], near: 0.32, far: 0.95 },
  dark: { neutral: [67, 71, 77], near: 0.86, far: 0.2 },
}

/**
 * Returns the colours of classes around 0, lowest first: the class that contains 0 is neutral, and equally many classes
 * from it are equally strong on both sides. Where a break is 0 itself, no class is neutral.
 */
export function divergingColors(theme: PaletteTheme, breaks: readonly number[]): Rgb[] {
  const below = breaks.filter((at) => at <= 0).length
  const isSplit = breaks.includes(0)
  const above = breaks.length - breaks.filter((at) => at < 0).length
  const steps = Math.max(below, above, 1)
  const { neutral, near, far } = ARMS[theme]
  return Array.from({ length: breaks.length + 1 }, (_, index) => {
    // How many classes away from 0: negative below it.
    const offset = index < below ? index - below : index - below + (isSplit ? 1 : 0)
    if (offset === 0) return neutral
    const share = steps === 1 ? 0.5 : (Math.abs(offset) - 1) / (steps - 1)
    return parseColor((offset < 0 ? interpolateBlues : interpolateYlOrBr)(near + (far - near) * share))
  })
}
