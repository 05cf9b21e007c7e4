import type { Metric } from '../../domain/figure.ts'
import type { PaletteName } from '../state/address/class-choice.ts'
import { divergingColors } from './diverging.ts'
import { classColors, type PaletteTheme, type Rgb } from './palette.ts'

/** Returns the colours of a metric's classes, one more than there are breaks; those of a difference or a change diverge from 0. */
export function scaleColors(
  metric: Metric,
  palette: PaletteName,
  theme: PaletteTheme,
  breaks: readonly number[],
): Rgb[] {
  return isDiverging(metric) ? divergingColors(theme, breaks) : classColors(palette, theme, breaks.length + 1)
}

/** True for metrics whose values lie on both sides of 0. */
export function isDiverging(metric: Metric): boolean {
  return metric === 'difference' || metric === 'change'
}
