import type { Cell } from '../../../domain/cell.ts'
import { hashOf } from './hash.ts'
import { isOnLand } from './lands.ts'
import type { StrangeRules } from './rules.ts'

/** Filters as the query parameters of a metered call, or a lens's key. */
export type LensLike = Readonly<Record<string, string>> | string

/** A cell's figures as the service has them, in US dollars. */
export interface TrueFigure {
  readonly estimated: boolean
  readonly median_price: number
  readonly median_price_per_sqm: number
  readonly median_area: number | null
  readonly name: string
}

/**
 * Returns the function that tells a cell's figures under a lens in a period; null where it has none. They differ with
 * each of the three.
 */
export function truthUnder(
  rules: StrangeRules,
  lens: LensLike = {},
  as_of = rules.as_of,
): (cell: Cell) => TrueFigure | null {
  const text = lensText(rules, lens)
  return (cell) => {
    const other = hashOf(`${cell} ${text}`)
    const isFilteredOut = rules.isSparserUnderFilters && text !== '' && other % 4 === 0
    if (isFilteredOut || !isOnLand(rules, cell) || !rules.hasFigures(cell)) return null
    const price = 100_000 + (hashOf(`${cell} ${as_of} ${text}`) % 900_001)
    const area = 40 + (other % 120)
    return {
      estimated: other % 5 === 0,
      median_price: price,
      median_price_per_sqm: price / area,
      median_area: other % 7 === 0 ? null : area,
      name: `Quarter ${other % 4}`,
    }
  }
}

/** Returns one text for all spellings of a lens; the filters that the service ignores are left out. */
function lensText({ filters, unknownParameters }: StrangeRules, lens: LensLike): string {
  const entries =
    typeof lens === 'string' ? [...new URLSearchParams(lens === 'default' ? '' : lens)] : Object.entries(lens)
  const isIgnored = (name: string) =>
    name === 'currency' || (filters !== null && unknownParameters === 'ignored' && !Object.hasOwn(filters, name))
  return entries
    .filter(([name, value]) => !isIgnored(name) && value !== '' && `${name}=${value}` !== 'ad_sub_type=buy')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
}
