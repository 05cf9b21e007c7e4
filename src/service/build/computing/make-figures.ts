import { BIGINT, DOUBLE, VARCHAR } from '@duckdb/node-api'
import { gridDisk } from 'h3-js'
import { cellFromBigInt, cellToBigInt, RESOLUTIONS, type Resolution, trustCell } from '../../../domain/cell.ts'
import { type AsOf, addMonths } from '../../../domain/period.ts'
import { LOADED_REACH_DAYS } from '../../rates/rate-table.ts'
import type { Rates } from '../../rates/rates.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { literalPaths } from '../../storage/literal-path.ts'
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
import portionsSql from './portions.sql?raw'
import { portionsFrom } from './portions.ts'
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
  /** Present when loaded rates are used however old they are. */
  readonly ratesAnyAge?: true
}

/** Listings of one currency that a period leaves out, because the currency has no exchange rate for it. */
export interface Unrated {
  readonly currency: string
  readonly listings: number
}

/** Most lenses that include a listing: of its type and of any, of its number of rooms and of any. */
const LENSES_OF_LISTING = 4

/** If a smaller share of the listings has a rate, the period would not describe its market. */
const LEAST_RATED = 0.05

/**
 * Fills tables `trimmed`, `lens` and `figure` with one period, from the files of listings. Returns the listings left
 * out for lack of a rate; throws when that is almost all of them.
 */
export async function makeFigures(
  session: DuckSession,
  period: { asOf: AsOf; files: readonly string[]; rates: Rates; method: Method; listingsAtOnce: number },
): Promise<Unrated[]> {
  const unrated = await loadFacts(session, period)
  await session.run(trimSql, { trim: period.method.trimPct })
  await session.run(kindSql)
  await session.run(lensSql)
  await session.run(kindLensSql)
  await session.run('DELETE FROM figure')
  for (const resolution of RESOLUTIONS) {
    await makeFiguresAt(session, resolution, period)
  }
  return unrated
}

async function loadFacts(
  session: DuckSession,
  { asOf, files, rates }: { asOf: AsOf; files: readonly string[]; rates: Rates },
): Promise<Unrated[]> {
  await session.run('DELETE FROM rate')
  const rate = await session.append('rate', [VARCHAR, DOUBLE])
  for (const [currency, usd] of Object.entries(rates.usd_per_unit)) rate.add([currency, usd])
  rate.close()
  const [start, last_month] = [addMonths(asOf, -3), addMonths(asOf, -1)]
  await session.run(factSql, { files: literalPaths(files), start, last_month, as_of: asOf })
  const counts = await session.rows<Unrated & { unrated: number }>(unratedSql)
  const left_out = leftOut(asOf, counts)
  if (left_out.length > 0) await session.run('DELETE FROM fact WHERE price_usd IS NULL')
  return left_out
}

/**
 * Returns the number of listings without a rate by currency, in alphabetical order; throws when almost all listings lack
 * one.
 */
export function leftOut(
  asOf: AsOf,
  counts: readonly { currency: string; listings: number; unrated: number }[],
): Unrated[] {
  const left = counts
    .filter(({ unrated }) => unrated > 0)
    .map(({ currency, unrated }) => ({ currency, listings: unrated }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
  const all = counts.reduce((sum, { listings }) => sum + listings, 0)
  const out = left.reduce((sum, { listings }) => sum + listings, 0)
  if (out > 0 && all - out < LEAST_RATED * all) throw new Error(unratedText(asOf, left))
  return left
}

/** Says which prices of a period have no rate, and what to do. */
export function unratedText(asOf: AsOf, unrated: readonly Unrated[]): string {
  const counts = unrated.map(({ currency, listings }) => `${listings} in ${currency}`).join(', ')
  return (
    `expected exchange rates within ${LOADED_REACH_DAYS} days of the last day before ${asOf}, found none for ${counts}; ` +
    'load rates with "squaremetre rates FILE", or use older ones with "squaremetre build --rates-any-age"'
  )
}

async function makeFiguresAt(
  session: DuckSession,
  resolution: Resolution,
  { method, listingsAtOnce }: { method: Method; listingsAtOnce: number },
): Promise<void> {
  const floor = method.minListings[resolution]
  await session.run(memberSql, { resolution })
  await session.run(ownSql)
  const unringed = await session.rows<{ cell: bigint }>(unringedSql, { floor })
  const starts = await session.rows<{ first: bigint }>(portionsSql, { listings: listingsAtOnce * LENSES_OF_LISTING })
  const portions = portionsFrom(starts.map(({ first }) => first))
  const observe = async () => {
    for (const { first, last } of portions) await session.run(observedSql, { floor, first, last })
  }
  // The first runs in DuckDB, the second in this thread.
  await allDone(observe(), addRings(session, unringed))
  await session.run(poolSql, { floor })
  for (const { first, last } of portions) await session.run(estimatedSql, { first, last })
}

async function addRings(session: DuckSession, cells: readonly { cell: bigint }[]): Promise<void> {
  const ring = await session.append('ring', [BIGINT, BIGINT])
  for (const { cell } of cells) {
    for (const near of gridDisk(cellFromBigInt(cell), 1)) ring.add([cell, cellToBigInt(trustCell(near))])
  }
  ring.close()
}
