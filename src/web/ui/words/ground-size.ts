import type { AreaUnit } from '../../../domain/area-unit.ts'
import { t } from '../../language/translate.ts'
import { useAreaUnit } from '../../state/device/area-unit-choice.ts'
import { formatRounded } from './format.ts'

const KM2_PER_SQUARE_MILE = 1.609344 ** 2

/** Says the size of ground: in square miles to readers who choose square feet, as their radii are in miles. */
export function groundSizeWords(km2: number, unit: AreaUnit | null): string {
  return unit === 'ft2'
    ? t('{size} sq mi', { size: formatRounded(km2 / KM2_PER_SQUARE_MILE) })
    : t('{size} km²', { size: formatRounded(km2) })
}

/** Returns what says the size of ground, given in km², in the reader's unit. */
export function useGroundSizeWords(): (km2: number) => string {
  const unit = useAreaUnit((choice) => choice.unit)
  return (km2) => groundSizeWords(km2, unit)
}
