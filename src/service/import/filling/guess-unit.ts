import type { DuckSession } from '../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn } from '../columns/known-columns.ts'
import { isSquareMetres } from '../columns/name-ranks.ts'
import type { ImportOptions } from '../reading/import-options.ts'
import type { GuessedUnit } from '../values/price-level.ts'
import guessUnitSql from './guess-unit.sql?raw'
import inFeetSql from './in-feet.sql?raw'

/** Where homes are advertised in square feet. */
const FEET_COUNTRIES = ['us', 'ca', 'gb', 'in', 'pk', 'bd', 'hk', 'sg', 'my', 'ae']
/** The middle of the areas of homes in m² is below. */
const HIGHEST_MIDDLE = 400

/**
 * Where nothing says what areas count, and they can only be square feet, reads them as such in table `judged`; returns what
 * was guessed, null for nothing.
 */
export async function guessUnit(
  session: DuckSession,
  { plan, header, namesUnits }: { plan: ColumnPlan; header: readonly string[]; namesUnits: boolean },
  { minArea, maxArea }: ImportOptions,
): Promise<GuessedUnit | null> {
  const { area, area_unit } = plan
  if (!area || !('column' in area) || area_unit || namesUnits || (minArea ?? maxArea) !== undefined) return null
  if (isSquareMetres(nameOfColumn(header, area.column))) return null
  const countries = FEET_COUNTRIES.join(',')
  const [level] = await session.rows<{ country: string; middle: number }>(guessUnitSql, { countries })
  if (!level || level.middle <= HIGHEST_MIDDLE) return null
  await session.run(inFeetSql, { countries })
  return { unit: 'sqft', from: `areas such as ${Math.round(level.middle)} in ${level.country.toUpperCase()}` }
}
