import type { RateTable } from '../../../rates/rate-table.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn } from '../../columns/known-columns.ts'
import { isSquareMetres } from '../../columns/name-ranks.ts'
import type { ImportOptions } from '../../reading/import-options.ts'
import { type GuessedUnit, isRentPerSqm } from '../../values/price-level.ts'
import { priceLevel } from './guess-offer.ts'
import guessUnitSql from './guess-unit.sql?raw'
import inFeetSql from './in-feet.sql?raw'
import oddAreasSql from './odd-areas.sql?raw'

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

/** What a file says of the unit of its areas. */
export interface UnitEvidence {
  readonly plan: ColumnPlan
  readonly header: readonly string[]
  readonly namesUnits: boolean
}

/** As in odd-areas.sql. */
const LARGEST_METRES = 500

/**
 * If nothing states the unit of areas and they can only be square feet, converts them in table `judged`. Returns what was
 * guessed; null for nothing.
 */
export async function guessUnit(
  session: DuckSession,
  { plan, header, namesUnits }: UnitEvidence,
  { options: { minArea, maxArea }, rates }: { options: ImportOptions; rates: RateTable },
): Promise<GuessedUnit | null> {
  if (saysUnit({ plan, header, namesUnits }) || (minArea ?? maxArea) !== undefined) return null
  const countries = FEET_COUNTRIES.join(',')
  const [level] = await session.rows<{ country: string; middle: number }>(guessUnitSql, { countries })
  if (!level || (level.middle <= HIGHEST_MIDDLE && !(await isCheap(session, level, rates)))) return null
  await session.run(inFeetSql, { countries })
  return { unit: 'sqft', from: `areas such as ${Math.round(level.middle)} in ${level.country.toUpperCase()}` }
}

/** Whether anything but their size says in which unit areas are, or there are none. */
function saysUnit({ plan: { area, area_unit }, header, namesUnits }: UnitEvidence): boolean {
  if (!area || !('column' in area) || area_unit || namesUnits) return true
  return isSquareMetres(nameOfColumn(header, area.column))
}

/** A smaller share of odd areas can be mistyped. */
const SOME_ODD = 0.1

/** Names the areas that can only be in another unit than the others, where nothing says in which they are. */
export async function mixedUnits(
  session: DuckSession,
  evidence: UnitEvidence,
  unit: GuessedUnit | null,
): Promise<string[]> {
  if (saysUnit(evidence)) return []
  const [found] = await session.rows<{ rows: number; small: number; large: number }>(oddAreasSql, {
    countries: FEET_COUNTRIES.join(','),
  })
  const { rows = 0, small = 0, large = 0 } = found ?? {}
  const [odd, what] =
    unit === null
      ? [large, `above ${LARGEST_METRES}, which would be usual in square feet, and is read as m²`]
      : [small, `so small that they are usual only in m², and read as square feet`]
  if (odd <= SOME_ODD * rows) return []
  return [
    `areas that are probably in another unit than the others: ${odd} of ${rows}, ${what}; name the unit of each row in a column of its own, such as area_unit with m2 and sqft`,
  ]
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
