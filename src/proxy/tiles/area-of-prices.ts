/**
 * The unit of areas of an answer that states square feet. Its prices per area can be per square foot, or per square metre as
 * the name of their field says. Source: interface section 2.7, which does not say whether `units.size` counts for them.
 */
import type { ReceivedRow } from '../../contract/service/stats/received-rows.ts'
import { areaUnitOf, SQM_PER_SQFT } from '../../domain/area-unit.ts'

/** What an area is multiplied by, and the unit that it then has. */
export interface AreaOfPrices {
  readonly areaFactor: number
  readonly size_unit: string
}

/**
 * Returns how areas come to the unit in which the prices are divided by them. A price is about its price per area times the
 * area, so a tenth of that shows that areas are in feet and prices per metre. Rows without all three say nothing, and then
 * the stated unit counts for both.
 */
export function areaOfPrices(stated: string, rows: readonly ReceivedRow[]): AreaOfPrices {
  const asStated = { areaFactor: 1, size_unit: stated }
  if (areaUnitOf(stated) !== 'ft2') return asStated
  const ratios = rows
    .map(({ median_price, median_price_per_sqm, median_area }) =>
      median_price && median_price_per_sqm && median_area ? median_price / median_price_per_sqm / median_area : 0,
    )
    .filter((ratio) => ratio > 0)
    .sort((a, b) => a - b)
  const middle = ratios[ratios.length >> 1]
  // Between a tenth and the whole, by factors: each is three times away.
  if (middle === undefined || middle > Math.sqrt(SQM_PER_SQFT)) return asStated
  return { areaFactor: SQM_PER_SQFT, size_unit: 'm2' }
}
