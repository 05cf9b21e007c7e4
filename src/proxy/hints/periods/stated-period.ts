import type { ReceivedCoverage } from '../../../contract/service/coverage.ts'
import { type AsOf, ageDays, asOfAt, MAX_AS_OF_AGE_DAYS, parseAsOf } from '../../../domain/period.ts'
import type { ReadCoverage } from '../stated/coverage-reader.ts'
import type { WalkedPeriod } from './period-walk.ts'

/**
 * The period found; else the newest that `/coverage` names, where it states where a map of its figures should open. Where
 * it does not, and all that it names are too old to be current, none is looked for. A service without places has only that
 * one.
 */
export async function orStated(
  found: WalkedPeriod,
  coverage: ReadCoverage = async () => null,
  now: Date,
): Promise<WalkedPeriod> {
  const { hasNoTree } = found
  if (found.kind === 'ok' ? found.as_of !== null : !hasNoTree) return found
  const stated = await coverage()
  // Without coverage either, it may be another server.
  if (hasNoTree && stated === null) return found
  const labels = Object.keys(stated?.revisions ?? {}).flatMap((label) => parseAsOf(label) ?? [])
  const newest = labels.sort().at(-1) ?? null
  if (stated?.first_view) return { kind: 'ok', as_of: newest }
  const isOld = newest !== null && ageDays(newest, now) > MAX_AS_OF_AGE_DAYS
  if (isOld) return { kind: 'ok', as_of: null }
  return hasNoTree ? { kind: 'ok', as_of: newest, hasNoTree } : found
}

/**
 * Where a market has listings but no names, no free endpoint need name a period, and yet its cells can be bought (interface,
 * section 3); so it is where the service has no tree of places. A label is the first day of a month and at most 34 days old,
 * so this month's is the likely one; the first answer tells. A service that names revisions has named its periods. Returns
 * null where none can be presumed.
 */
export function presumedPeriod(coverage: ReceivedCoverage | null, now: Date, hasTree = true): AsOf | null {
  const isUnnamed =
    coverage?.countries.some((one) => one.prices_available === true && (one.searchable === false || !hasTree)) ?? false
  return isUnnamed && coverage?.revisions == null ? asOfAt(now) : null
}
