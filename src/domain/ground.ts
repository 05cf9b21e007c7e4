/**
 * What a cell without figures lies on: ground that may have figures; a shore with such ground, where the cell's middle
 * lies in the water or close to it; water away from any land; or land only of countries that no market with figures at
 * the resolution serves. Unknown counts as ground that may have figures.
 */
export const GROUNDS = ['market', 'shore', 'sea', 'elsewhere', 'unknown'] as const
export type Ground = (typeof GROUNDS)[number]

/** Land whose country has no code. */
const NO_CODE = 'zz'

/**
 * Returns the ground of a cell that touches the land of these countries; `served` are the territories in which markets
 * may have figures, null when that is not known.
 */
export function groundOf(
  countries: ReadonlySet<string>,
  served: { readonly has: (country: string) => boolean } | null,
): Ground {
  if (countries.size === 0) return 'sea'
  if (served === null || countries.has(NO_CODE)) return 'unknown'
  return [...countries].some((country) => served.has(country)) ? 'market' : 'elsewhere'
}
