import { BIGINT, DOUBLE, VARCHAR } from '@duckdb/node-api'
import { gridDisk } from 'h3-js'
import { cellFromBigInt, cellToBigInt, RESOLUTIONS, type Resolution, trustCell } from '../../domain/cell.ts'
import { type AsOf, addMonths } from '../../domain/period.ts'
import type { Rates } from '../rates/rates.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { literalPaths } from '../storage/literal-path.ts'
import { allDone } from './all-done.ts'
import estimatedSql from './estimated.sql?raw'
import factSql from './fact.sql?raw'
import kindSql from './kind.sql?raw'
import kindLensSql from './kind-lens.sql?raw'
import lensSql from './lens.sql?raw'
import memberSql from './member.sql?raw'
import observedSql from './observed.sql?raw'
import ownSql from './own.sql?raw'
import poolSql from './pool.sql?raw'
import trimSql from './trim.sql?raw'
import unratedSql from './unrated.sql?raw'
import unringedSql from './unringed.sql?raw'

/** Fewest listings per cell, by resolution. */
export type MinListings = Readonly<Record<Resolution, number>>

/** The parameters of a build. */
export interface Method {
  /** Share of listings cut off at each end of a group, from 0 to below 0.5. */
  readonly trimPct: number
  readonly minListings: MinListings
}

/** Fills tables `trimmed`, `lens` and `figure` with one period, from the files of listings. */
export async function makeFigures(
  session: DuckSession,
  period: { asOf: AsOf; files: readonly string[]; rates: Rates; method: Method },
): Promise<void> {
  await loadFacts(session, period)
  await session.run(trimSql, { trim: period.method.trimPct })
  await session.run(kindSql)
  await session.run(lensSql)
  await session.run(kindLensSql)
  await session.run('DELETE FROM figure')
  for (const resolution of RESOLUTIONS) {
    await makeFiguresAt(session, resolution, period.method.minListings[resolution])
  }
}

async function loadFacts(
  session: DuckSession,
  { asOf, files, rates }: { asOf: AsOf; files: readonly string[]; rates: Rates },
): Promise<void> {
  await session.run('DELETE FROM rate')
  const rate = await session.append('rate', [VARCHAR, DOUBLE])
  for (const [currency, usd] of Object.entries(rates.usd_per_unit)) rate.add([currency, usd])
  rate.close()
  const [start, last_month] = [addMonths(asOf, -3), addMonths(asOf, -1)]
  await session.run(factSql, { files: literalPaths(files), start, last_month, as_of: asOf })
  const unrated = await session.rows<{ currency: string }>(unratedSql)
  if (unrated.length === 0) return
  const currencies = unrated.map(({ currency }) => currency).join(', ')
  throw new Error(
    `expected exchange rates for all listings before ${asOf}, found none for ${currencies}; "squaremetre rates" loads rates`,
  )
}

async function makeFiguresAt(session: DuckSession, resolution: Resolution, floor: number): Promise<void> {
  await session.run(memberSql, { resolution })
  await session.run(ownSql)
  const unringed = await session.rows<{ cell: bigint }>(unringedSql, { floor })
  // The first runs in DuckDB, the second in this thread.
  await allDone(session.run(observedSql, { floor }), addRings(session, unringed))
  await session.run(poolSql, { floor })
  await session.run(estimatedSql)
}

async function addRings(session: DuckSession, cells: readonly { cell: bigint }[]): Promise<void> {
  const ring = await session.append('ring', [BIGINT, BIGINT])
  for (const { cell } of cells) {
    for (const near of gridDisk(cellFromBigInt(cell), 1)) ring.add([cell, cellToBigInt(trustCell(near))])
  }
  ring.close()
}
