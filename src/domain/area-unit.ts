/** A unit of area that homes are measured in. */
export type AreaUnit = 'm2' | 'ft2'

/** Square metres in a square foot, exactly: a foot is 0.3048 m. */
export const SQM_PER_SQFT = 0.3048 ** 2

/** How services name them. Source: interface section 2.7, `units.size`. */
const NAMES: Readonly<Record<AreaUnit, RegExp>> = {
  m2: /^(sqm|m2|m²|square_met(er|re)s?)$/i,
  ft2: /^(sq_?ft|ft2|ft²|square_feet)$/i,
}

/** Reads a service's name of a unit of area; null for units that are not known. */
export function areaUnitOf(name: string): AreaUnit | null {
  return (['m2', 'ft2'] as const).find((unit) => NAMES[unit].test(name)) ?? null
}
