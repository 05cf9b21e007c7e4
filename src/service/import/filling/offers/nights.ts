import { foldName } from '../../../../domain/names/fold-name.ts'
import type { ColumnPlan } from '../../columns/known-columns.ts'
import { isByMonth } from '../../columns/price-basis.ts'

/** Columns of how many nights a home is let for at least, which files of homes for sale or by the month do not have. */
const NIGHTS = /^(?:min|minimum|max|maximum) ?nights(?: avg ntm)?$|^nights (?:min|minimum)$/
/** Other columns of holiday lets; one alone can be in any file. */
const OF_STAYS =
  /^(?:room type|accommodates|guests|max guests|person capacity|host (?:id|name|is superhost|since)|is ?superhost|superhost|number of reviews|num(?:ber)? reviews|reviews? count|reviews per month|last review|review scores rating|availability 365|cleaning fee|instant bookable|calculated host listings count)$/
const FEWEST_OF_STAYS = 3

/**
 * The plan of a file of holiday lets, whose prices are by the night although no name says so. What a column of offers or
 * periods, the name of the price or the `offer` in an option says takes precedence.
 */
export function withNights(plan: ColumnPlan, header: readonly string[], offer: string | undefined): ColumnPlan {
  const { price, price_period, ad_sub_type, rent } = plan
  if (!price || !('column' in price) || price_period || ad_sub_type || rent || offer !== undefined) return plan
  if (isByMonth(header[price.column] ?? '')) return plan
  const names = header.map((name) => foldName(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
  const stays = names.filter((name) => OF_STAYS.test(name)).length
  if (stays < FEWEST_OF_STAYS && !names.some((name) => NIGHTS.test(name))) return plan
  return { ...plan, price_period: { constant: 'night' } }
}
