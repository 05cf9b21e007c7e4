/**
 * The unit of areas of an answer that states square feet. Its prices per area can be per square foot, or per square metre as
 * the name of their field says. Source: interface section 2.7, which does not say whether `units.size` counts for them.
 */
import type { ReceivedRow } from '../../contract/service/stats/received-rows.ts'
import { areaUnitOf, SQM_PER_SQFT } from '../../domain/area-unit.ts'

/** What a service measures in square feet: areas alone, or prices per area, too. */
export type InFeet = 'areas' | 'areas and prices'

/** What an area is multiplied by, and the unit that it then has. */
interface AreaOfPrices {
  readonly areaFactor: number
  readonly size_unit: string
  /** Set where enough rows show it. */
  readonly inFeet?: InFeet
}

/** In fewer rows, medians can lie far from each other: each is of the listings that state its value. */
const ENOUGH_ROWS = 5

/**
 * Returns how areas come to the unit in which the prices are divided by them. A price is about its price per area times the
 * area, so a tenth of that shows that areas are in feet and prices per metre. Where few rows have all three, `known` counts,
 * which is what earlier answers have shown; where no row has and nothing is known, the stated unit counts for both.
 */
export function areaOfPrices(stated: string, rows: readonly ReceivedRow[], known?: InFeet): AreaOfPrices {
  if (areaUnitOf(stated) !== 'ft2') return { areaFactor: 1, size_unit: stated }
  const ratios = rows
    .map(({ median_price, median_price_per_sqm, median_area }) =>
      median_price && median_price_per_sqm && median_area ? median_price / median_price_per_sqm / median_area : 0,
    )
    .filter((ratio) => ratio > 0)
    .sort((a, b) => a - b)
  // Between a tenth and the whole, by factors: each is three times away.
  const isWhole = (ratios[ratios.length >> 1] ?? 1) > Math.sqrt(SQM_PER_SQFT)
  const shown: InFeet = isWhole ? 'areas and prices' : 'areas'
  const isShown = ratios.length >= ENOUGH_ROWS
  const read = isShown ? shown : (known ?? shown)
  return {
    ...(read === 'areas' ? { areaFactor: SQM_PER_SQFT, size_unit: 'm2' } : { areaFactor: 1, size_unit: stated }),
    ...(isShown && { inFeet: shown }),
  }
}
