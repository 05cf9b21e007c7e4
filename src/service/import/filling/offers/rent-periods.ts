import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import type { ColumnPlan } from '../../columns/known-columns.ts'
import rentsWithoutPeriodSql from './rents-without-period.sql?raw'

const BY_MONTH = /\b(?:month|monthly|pcm|pm)\b|شهر/
/** The period of rents in countries where it is usually not the month. */
const USUAL_PERIOD: Readonly<Record<string, string>> = { au: 'week', nz: 'week', ae: 'year', ng: 'year', sa: 'year' }

/** Names rents whose period nothing says, where they are usually not by the month. */
export async function rentsWithoutPeriod(
  session: DuckSession,
  plan: ColumnPlan,
  header: readonly string[],
): Promise<string[]> {
  const names = [plan.rent, plan.price].map((origin) => (origin && 'column' in origin ? header[origin.column] : ''))
  if (plan.price_period || names.some((name) => BY_MONTH.test(foldName(name ?? '')))) return []
  const found = await session.rows<{ country: string; rows: number }>(rentsWithoutPeriodSql)
  return found.flatMap(({ country, rows }) => {
    const usual = USUAL_PERIOD[country]
    if (usual === undefined) return []
    return [
      `rents without a period in ${country}: ${rows}, counted as monthly; rents there are often by the ${usual}, and those have to be converted first; if these are monthly, say so with --map price_period==month`,
    ]
  })
}
