import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import type { Bounds } from '../../domain/tile.ts'
import { numberFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { formatRounded } from '../ui/words/format.ts'
import { inRadiusUnit, KM_PER, type RadiusUnit, radiusUnit } from '../ui/words/radius-words.ts'

const KM_PER_DEGREE = 111.2

/** A smaller circle may contain no cell's centre. */
export const RADIUS_KM_MIN = 0.1

const FIRST_RADII_KM = [200, 100, 50, 20, 10, 5]

/** Returns the radius of a new circle, in km: 2, or more where that would be a dot in the view. */
export function firstRadius(view: Bounds | null): number {
  const heightKm = view ? (view.north - view.south) * KM_PER_DEGREE : 0
  return FIRST_RADII_KM.find((radius) => radius <= heightKm / 10) ?? 2
}

/** The smallest and largest radius as stated; in miles, rounded as radii are, and both are allowed. */
const SAID_LIMITS: Readonly<Record<RadiusUnit, readonly [least: number, most: number]>> = {
  km: [RADIUS_KM_MIN, RADIUS_KM_MAX],
  mi: [0.062, 311],
}
/** Decimals of a typed radius. */
export const RADIUS_DECIMALS = 3

/** Returns a radius as the field has it, so that leaving the field without typing changes nothing. */
export function typedRadius(radius_km: number): number {
  return Number((radius_km / KM_PER[radiusUnit()]).toFixed(RADIUS_DECIMALS))
}

/** Returns a typed radius in km, with the six decimals that three of a mile need. A stated limit stands for the exact one. */
export function radiusOfTyped(typed: number): number {
  const [least, most] = SAID_LIMITS[radiusUnit()]
  const radius_km = Number((typed * KM_PER[radiusUnit()]).toFixed(6))
  return typed < least || typed > most ? radius_km : Math.min(RADIUS_KM_MAX, Math.max(RADIUS_KM_MIN, radius_km))
}

/** The least and the largest radius as numbers to read, without their unit. */
export function radiusLimits(): { least: string; most: string } {
  const [least, most] = SAID_LIMITS[radiusUnit()]
  return { least: formatRounded(least), most: formatRounded(most) }
}

/** Returns what is wrong with a typed radius; null when it is valid. */
export function radiusError(typed: number | null): string | null {
  const { least, most } = radiusLimits()
  if (typed === null || !Number.isFinite(typed)) {
    return t('Enter a radius from {least} to {most}.', { least, most: inRadiusUnit(most) })
  }
  const radius = inRadiusUnit(numberFormat({ maximumSignificantDigits: 15 }).format(typed))
  const radius_km = radiusOfTyped(typed)
  if (radius_km < RADIUS_KM_MIN) {
    return t('{radius} is too small: enter at least {least}.', { radius, least: inRadiusUnit(least) })
  }
  return radius_km > RADIUS_KM_MAX
    ? t('{radius} is too large: enter at most {most}.', { radius, most: inRadiusUnit(most) })
    : null
}

/** Returns a dragged distance as a radius: to three digits, within what a circle may have; in km. */
export function radiusBetween(km: number): number {
  const within = Math.min(RADIUS_KM_MAX, Math.max(RADIUS_KM_MIN, km))
  return Number(within.toPrecision(3))
}

/** Returns the radius one step larger or smaller, a twentieth of it and a tenth of a kilometre at least; in km. */
export function steppedRadius(radius_km: number, steps: number): number {
  const step = Math.max(RADIUS_KM_MIN, Number((radius_km / 20).toPrecision(1)))
  return radiusBetween(Number((radius_km + steps * step).toFixed(3)))
}
