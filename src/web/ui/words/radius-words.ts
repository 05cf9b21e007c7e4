import { numberFormat } from '../../language/formats.ts'
import { t } from '../../language/translate.ts'
import { useAreaUnit } from '../../state/device/area-unit-choice.ts'

/**
 * Readers who choose square feet get radii, and the scale of the map, in miles; a service of square feet alone changes neither.
 * Only what they read and type changes; the page itself counts in km.
 */
export type RadiusUnit = 'km' | 'mi'

/** Returns the reader's unit of radii. */
export function radiusUnit(): RadiusUnit {
  return useAreaUnit.getState().unit === 'ft2' ? 'mi' : 'km'
}

export const KM_PER: Readonly<Record<RadiusUnit, number>> = { km: 1, mi: 1.609344 }
/** Says a radius as precisely as a circle can be dragged, in the reader's unit: `2.35 km`, `1.46 mi`. */
export function radiusWords(radius_km: number): string {
  return inRadiusUnit(numberFormat({ maximumSignificantDigits: 3 }).format(radius_km / KM_PER[radiusUnit()]))
}

/** Adds the reader’s unit to a radius that is written in it. */
export function inRadiusUnit(radius: string): string {
  return radiusUnit() === 'mi' ? t('{radius} mi', { radius }) : t('{radius} km', { radius })
}
