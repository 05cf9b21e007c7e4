import { DVF } from './dvf.ts'
import { INSIDE_AIRBNB } from './inside-airbnb.ts'
import { NYC_SALES } from './nyc-sales.ts'
import type { Preset } from './preset.ts'
import { PROPERATI } from './properati.ts'
import { UK_PPD } from './uk-ppd.ts'

const PRESETS: readonly Preset[] = [DVF, UK_PPD, NYC_SALES, PROPERATI, INSIDE_AIRBNB]

/** The preset of a name, or with none the one that recognises a file's first row; null for `none`, and for other files. */
export function presetOf(name: string | undefined, first: readonly string[]): Preset | null {
  if (name === 'none') return null
  if (name === undefined) return PRESETS.find((preset) => preset.recognises(first)) ?? null
  const preset = PRESETS.find((one) => one.name === name)
  if (preset) return preset
  throw new Error(`preset "${name}" should be one of ${PRESETS.map((one) => one.name).join(', ')}, or none`)
}
