import { numberFormat } from '../language/formats.ts'
import type { RadiusUnit } from '../ui/words/radius-words.ts'

/** Metres on the ground for a CSS pixel at the equator and zoom 0, with tiles of 512 pixels. */
const METRES_AT_ZOOM_0 = 78_271.517

/** Metres. */
const UNITS = { meter: 1, kilometer: 1_000, foot: 0.3048, mile: 1_609.344 }
type LengthUnit = keyof typeof UNITS

/** A distance that is round in its unit, and its length on the screen. */
export interface ScaleBar {
  readonly value: number
  readonly unit: LengthUnit
  /** CSS pixels. */
  readonly width: number
}

/** Returns the longest of 1, 2 and 5 times a power of ten that is not wider than `maxWidth` CSS pixels. */
export function scaleBar({ lat, zoom }: { lat: number; zoom: number }, maxWidth: number, unit: RadiusUnit): ScaleBar {
  const perPixel = (METRES_AT_ZOOM_0 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom
  const most = perPixel * maxWidth
  const [small, large] = unit === 'mi' ? (['foot', 'mile'] as const) : (['meter', 'kilometer'] as const)
  const length = most < UNITS[large] ? small : large
  const inUnit = most / UNITS[length]
  const power = 10 ** Math.floor(Math.log10(inUnit))
  const value = power * ([5, 2, 1].find((step) => step * power <= inUnit) ?? 1)
  return { value, unit: length, width: (value * UNITS[length]) / perPixel }
}

/** Returns the words at a bar, with thousands as on the map's own scale, which does not group them. */
export function scaleLabel({ value, unit }: Pick<ScaleBar, 'value' | 'unit'>): string {
  return numberFormat({ style: 'unit', unit, useGrouping: false }).format(value)
}
