import type { Handler } from 'hono'
import { TILE_FORMAT } from '../../contract/figure-tile.ts'
import type { PeriodResponse } from '../../contract/proxy-api.ts'
import type { Ledger } from '../io/ledger.ts'
import type { PeriodFinder } from '../io/period-finder.ts'
import { refuse } from './answers.ts'

/** `GET /api/period`. */
export function periodRoute(period: PeriodFinder, ledger: Ledger): Handler {
  return async (c) => {
    const found = await period.current()
    if (found.kind === 'failed') {
      return refuse(c, 502, 'internal_error', 'The statistics service was asked for its period and did not answer.')
    }
    c.header('Cache-Control', 'no-store')
    const held = `${await ledger.generation()}.${TILE_FORMAT}`
    return c.json({ as_of: found.as_of, ledger: held } satisfies PeriodResponse)
  }
}
