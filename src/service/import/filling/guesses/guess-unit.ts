import type { RateTable } from '../../../rates/rate-table.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn } from '../../columns/known-columns.ts'
import { isSquareMetres } from '../../columns/name-ranks.ts'
import type { ImportOptions } from '../../reading/import-options.ts'
import { type GuessedUnit, isRentPerSqm } from '../../values/price-level.ts'
import { priceLevel } from './guess-offer.ts'
import guessUnitSql from './guess-unit.sql?raw'
import inFeetSql from './in-feet.sql?raw'

/** Where homes are advertised in square feet. */
const FEET_COUNTRIES = ['us', 'pr', 'vi', 'gu', 'ca', 'gb', 'in', 'pk', 'bd', 'hk', 'sg', 'my', 'ae']
/** In m²: the median area of homes is below this, so a higher one is in square feet. */
const HIGHEST_MIDDLE = 400
/**
 * In m²: the same limit where homes are small and dear. It applies only if the prices per m² would be below the lowest
 * there.
 */
const SMALL_MIDDLE = 200
/** In US dollars per m²: hardly any home there costs less, to buy or by the month. */
const LOWEST_PER_SQM: Readonly<Record<string, number>> = { hk: 6000, sg: 4000 }
const LOWEST_RENT_PER_SQM = 15

/**
 * If nothing states the unit of areas and they can only be square feet, converts them in table `judged`. Returns what was
 * guessed; null for nothing.
 */
export async function guessUnit(
  session: DuckSession,
  { plan, header, namesUnits }: { plan: ColumnPlan; header: readonly string[]; namesUnits: boolean },
  { options: { minArea, maxArea }, rates }: { options: ImportOptions; rates: RateTable },
): Promise<GuessedUnit | null> {
  const { area, area_unit } = plan
  if (!area || !('column' in area) || area_unit || namesUnits || (minArea ?? maxArea) !== undefined) return null
  if (isSquareMetres(nameOfColumn(header, area.column))) return null
  const countries = FEET_COUNTRIES.join(',')
  const [level] = await session.rows<{ country: string; middle: number }>(guessUnitSql, { countries })
  if (!level || (level.middle <= HIGHEST_MIDDLE && !(await isCheap(session, level, rates)))) return null
  await session.run(inFeetSql, { countries })
  return { unit: 'sqft', from: `areas such as ${Math.round(level.middle)} in ${level.country.toUpperCase()}` }
}

/** Whether homes that would be large in m² would also be cheaper than any there. */
async function isCheap(
  session: DuckSession,
  { country, middle }: { readonly country: string; readonly middle: number },
  rates: RateTable,
): Promise<boolean> {
  const lowest = LOWEST_PER_SQM[country]
  if (lowest === undefined || middle <= SMALL_MIDDLE) return false
  const level = (await priceLevel(session, 'buy', rates)) ?? (await priceLevel(session, 'rent', rates))
  if (level === null || level.per_sqm === null) return false
  const dollars = level.per_sqm * level.usd
  // Nothing has shown yet which prices are rents.
  return dollars < (isRentPerSqm(dollars) ? LOWEST_RENT_PER_SQM : lowest)
}
