import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import type { Bounds } from '../../domain/tile.ts'
import { numberFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { formatRounded } from '../ui/format.ts'

const KM_PER_DEGREE = 111.2

/** A smaller circle may contain no cell's centre. */
export const RADIUS_KM_MIN = 0.1

const FIRST_RADII_KM = [200, 100, 50, 20, 10, 5]

/** Returns the radius of a new circle, in km: 2, or more where that would be a dot in the view. */
export function firstRadius(view: Bounds | null): number {
  const heightKm = view ? (view.north - view.south) * KM_PER_DEGREE : 0
  return FIRST_RADII_KM.find((radius) => radius <= heightKm / 10) ?? 2
}

/** Returns what is wrong with a typed radius in km; null when it is valid. */
export function radiusError(value: number | null): string | null {
  const [least, most] = [formatRounded(RADIUS_KM_MIN), formatRounded(RADIUS_KM_MAX)]
  if (value === null || !Number.isFinite(value)) return t('Enter a radius from {least} to {most} km.', { least, most })
  const radius = numberFormat({ maximumSignificantDigits: 15 }).format(value)
  if (value < RADIUS_KM_MIN) return t('{radius} km is too small: enter at least {least} km.', { radius, least })
  if (value > RADIUS_KM_MAX) return t('{radius} km is too large: enter at most {most} km.', { radius, most })
  return null
}

/** Returns a dragged distance as a radius: to three digits, within what a circle may have; in km. */
export function radiusBetween(km: number): number {
  const within = Math.min(RADIUS_KM_MAX, Math.max(RADIUS_KM_MIN, km))
  return Number(within.toPrecision(3))
}

/** Says a radius as precisely as a circle can be dragged: `2.35 km`. */
export function radiusWords(radius_km: number): string {
  return t('{radius} km', { radius: numberFormat({ maximumSignificantDigits: 3 }).format(radius_km) })
}

/** Returns the radius one step larger or smaller, a twentieth of it and a tenth of a kilometre at least; in km. */
export function steppedRadius(radius_km: number, steps: number): number {
  const step = Math.max(RADIUS_KM_MIN, Number((radius_km / 20).toPrecision(1)))
  return radiusBetween(Number((radius_km + steps * step).toFixed(3)))
}
