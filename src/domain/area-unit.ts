/** A unit of area that homes are measured in. */
export type AreaUnit = 'm2' | 'ft2'

/** Square metres in a square foot, exactly: a foot is 0.3048 m. */
export const SQM_PER_SQFT = 0.3048 ** 2

/** How services name them. Source: interface section 2.7, `units.size`. */
const NAMES: Readonly<Record<AreaUnit, RegExp>> = {
  m2: /^(sq[\W_]*(m|mt|mtrs?|met(er|re)s?)|m[\W_]?2|m²|square[\W_]*met(er|re)s?)\W*$/i,
  ft2: /^(s[fq]|sq[\W_]*(f|ft|feet|foot)|ft[\W_]?2|ft²|square[\W_]*(feet|foot))\W*$/i,
}

/** Reads a service's name of a unit of area; null for units that are not known. */
export function areaUnitOf(name: string): AreaUnit | null {
  return (['m2', 'ft2'] as const).find((unit) => NAMES[unit].test(name.trim())) ?? null
}
