import type { Handler } from 'hono'
import type { PeriodResponse } from '../../contract/proxy-api.ts'
import { within } from '../../server/work/within.ts'
import { objectionOf, refuseFor } from '../access/answers.ts'
import type { ViewerReader } from '../access/viewer.ts'
import type { MarketGround } from '../hints/ground/market-ground.ts'
import type { PeriodFinder } from '../hints/periods/period-finder.ts'
import type { PeriodRevisions } from '../hints/periods/period-revisions.ts'
import type { TileLedger } from '../ledger/ledger.ts'
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
  }: {
    period: PeriodFinder
    revisions: PeriodRevisions
    ledger: TileLedger
    pauses: Pauses
    marketGround: Pick<MarketGround, 'resolutions'>
  },
  viewerOf: ViewerReader,
): Handler {
  return async (c) => {
    // The page requests the period first, so a browser has its session before it buys anything.
    viewerOf(c)
    await within(LONGEST_CHECK, revisions.check())
    const found = await period.current()
    if (found.kind === 'failed') return refuseFor(c, objectionOf(found.refusal))
    c.header('Cache-Control', 'no-store')
    const resolutions = await within(LONGEST_CHECK, marketGround.resolutions())
    const finest_resolution = await pauses.finestResolution()
    return c.json({
      as_of: found.as_of,
      ledger: ledgerName(await ledger.generation()),
      finest_resolution,
      ...(resolutions !== null && { resolutions: [...resolutions] }),
      ...(found.isLookedFor && { is_looked_for: true }),
    } satisfies PeriodResponse)
  }
}
