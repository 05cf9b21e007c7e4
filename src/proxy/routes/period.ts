import type { Handler } from 'hono'
import type { PeriodResponse } from '../../contract/proxy-api.ts'
import type { AsOf } from '../../domain/period.ts'
import { within } from '../../server/work/within.ts'
import { objectionOf, refuseFor } from '../access/answers.ts'
import type { ViewerReader } from '../access/viewer.ts'
import type { MarketGround } from '../hints/ground/market-ground.ts'
import type { PeriodFinder } from '../hints/periods/period-finder.ts'
import type { PeriodRevisions } from '../hints/periods/period-revisions.ts'
import type { FindCoverageName } from '../hints/stated/coverage-name.ts'
import type { DeclaredParameters } from '../hints/stated/declared-parameters.ts'
import { LedgerUnreachable, type TileLedger } from '../ledger/ledger.ts'
import type { Pauses } from '../spending/pauses.ts'
import { ledgerName } from './held-caching.ts'

/** Milliseconds: a service that does not answer must not keep held figures from being shown. The check itself goes on. */
const LONGEST_CHECK = 1_000

/** `GET /api/period`. */
export function periodRoute(
  {
    period,
    revisions,
    ledger,
    pauses,
    marketGround,
    coverageName,
    declared,
  }: {
    period: PeriodFinder
    revisions: PeriodRevisions
    ledger: TileLedger
    pauses: Pauses
    marketGround: Pick<MarketGround, 'resolutions'>
    coverageName: FindCoverageName
    declared: DeclaredParameters
  },
  viewerOf: ViewerReader,
): Handler {
  return async (c) => {
    // The page requests the period first, so a browser has its session before it buys anything.
    viewerOf(c)
    // Begins now, so that nothing waits for it alone, and null while it is not known.
    const hasHistories = within(LONGEST_CHECK, isDeclared(declared, '/stats/history'))
    await within(LONGEST_CHECK, revisions.check())
    const found = await period.current()
    if (found.kind === 'failed') return refuseFor(c, objectionOf(found.refusal))
    c.header('Cache-Control', 'no-store')
    const [resolutions, coverage] = await Promise.all([
      within(LONGEST_CHECK, marketGround.resolutions()),
      within(LONGEST_CHECK, coverageName()),
    ])
    const finest_resolution = await pauses.finestResolution()
    const hasEarlier = (await isEarlierHeld(ledger, found.as_of)) || (await hasHistories) !== false
    return c.json({
      as_of: found.as_of,
      ledger: ledgerName(await ledger.generation()),
      finest_resolution,
      ...(resolutions !== null && { resolutions: [...resolutions] }),
      ...(coverage !== null && { coverage }),
      ...(found.isLookedFor && { is_looked_for: true }),
      ...(found.isPresumed && { is_presumed: true }),
      ...(!hasEarlier && { has_earlier: false }),
    } satisfies PeriodResponse)
  }
}

/** True also while the ledger cannot be read: the page goes on with what it has. */
async function isEarlierHeld(ledger: Pick<TileLedger, 'revisions'>, served: AsOf | null): Promise<boolean> {
  if (served === null) return false
  try {
    return (await ledger.revisions()).some(({ as_of }) => as_of < served)
  } catch (error) {
    if (error instanceof LedgerUnreachable) return true
    throw error
  }
}

/** Never rejects: the answer without a period does not wait for it. */
async function isDeclared(declared: DeclaredParameters, path: string): Promise<boolean | null> {
  try {
    return (await declared(path)) !== null
  } catch {
    return null
  }
}
