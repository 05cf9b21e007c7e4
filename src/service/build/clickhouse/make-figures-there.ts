import { RESOLUTIONS, type Resolution } from '../../../domain/cell.ts'
import { type AsOf, addMonths } from '../../../domain/period.ts'
import type { ClickhouseParameters, ClickhouseServer } from '../../clickhouse/clickhouse-server.ts'
import { dropBuild, SCRATCH_TABLES } from '../../clickhouse/figure-tables.ts'
import { shardOf, shareParameters, withShare } from '../../clickhouse/shards.ts'
import type { FirstView } from '../../figures/period.ts'
import type { Rates } from '../../rates/rates.ts'
import type { MadePeriod } from '../build-store.ts'
import { leftOut, type Method } from '../computing/make-figures.ts'
import { FINEST, listingPortionsFrom, portionsFrom } from '../computing/portions.ts'
import { chooseFirstView } from '../find-first-view.ts'
import { type ListingSpan, yearBefore } from '../listing-span.ts'
import { STATEMENTS } from './build-statements.ts'
import estimatedSql from './estimated.sql?raw'
import factSql from './fact.sql?raw'
import listingCellsSql from './listing-cells.sql?raw'
import observedSql from './observed.sql?raw'
import ownSql from './own.sql?raw'
import poolSql from './pool.sql?raw'
import portionsSql from './portions.sql?raw'
import { type BuildWindow, countGroups, findBands, type GroupSize, withMeasured } from './trim-bands.ts'

/**
 * Fills the tables of a build with the figures of each shard, on one server of each, from the listings there; nothing of
 * it is published yet.
 */
export async function makeFiguresThere(
  builders: readonly ClickhouseServer[],
  build: string,
  { asOf, rates, method, listingsAtOnce }: { asOf: AsOf; rates: Rates; method: Method; listingsAtOnce: number },
): Promise<MadePeriod> {
  const window: BuildWindow = {
    ...{ build, start: addMonths(asOf, -3), last_month: addMonths(asOf, -1), as_of: asOf },
    rates: rates.usd_per_unit,
  }
  const sizes = await countGroups(builders, window)
  const left_out = leftOut(asOf, byCurrency(sizes))
  await findBands(builders, window, { sizes, trim: method.trimPct })
  await Promise.all(builders.map((server) => makeShare(server, window, { method, listingsAtOnce })))
  return { left_out, first_view: await findFirstViewThere(builders, window, sizes) }
}

/** Computes what one shard has of a build. */
async function makeShare(
  server: ClickhouseServer,
  window: BuildWindow,
  { method, listingsAtOnce }: { method: Method; listingsAtOnce: number },
): Promise<void> {
  const { build, as_of } = window
  await server.run(withMeasured(factSql), { ...window })
  for (const resolution of RESOLUTIONS) {
    const at = { build, resolution, floor: method.minListings[resolution], ...withinCells(resolution) }
    const portions = await readPortions(server, { ...at, listings: listingsAtOnce })
    // Estimates need the counts of cells in other portions.
    for (const portion of portions) await server.run(ownSql, { ...at, ...portion })
    for (const portion of portions) {
      await runAtHome(server, observedSql, { ...at, ...portion })
      await runAtHome(server, poolSql, { ...at, ...portion })
      await server.run(estimatedSql, { ...at, ...portion })
    }
  }
  for (const table of SCRATCH_TABLES) await dropBuild(server, table, build)
  await listCells(server, build, yearBefore(as_of))
}

/** The portions of a shard's cells, and of the listings in them. */
async function readPortions(server: ClickhouseServer, at: ClickhouseParameters): Promise<ClickhouseParameters[]> {
  const found = await server.rows<{ first: string }>(portionsSql, at)
  const starts = found.map(({ first }) => BigInt(first))
  const listings = listingPortionsFrom(starts)
  return portionsFrom(starts).map(({ first, last }, i) => ({
    ...{ first: String(first), last: String(last) },
    ...{ first_listing: String(listings[i]?.first), last_listing: String(listings[i]?.last) },
  }))
}

/**
 * Parameters that turn a cell's id into the prefix that the ids of all finest cells within it share: add the difference of
 * the resolutions, then divide by the number of ids that share a prefix. Each level has three bits of an id, down to 15.
 */
function withinCells(resolution: Resolution): ClickhouseParameters {
  const to_finest = BigInt(FINEST - resolution) << 52n
  const within = 1n << BigInt(3 * (15 - resolution))
  return { to_finest: String(to_finest), within: String(within) }
}

/** Notes the cells of a shard that have listings of some days. */
export function listCells(server: ClickhouseServer, build: string, span: ListingSpan): Promise<void> {
  return runAtHome(server, listingCellsSql, { build, ...span })
}

/** Runs a statement for the cells of the server's shard only, because the server also has listings beside its shard. */
function runAtHome(server: ClickhouseServer, sql: string, parameters: ClickhouseParameters): Promise<void> {
  return server.run(...atHome(server, sql, parameters))
}

function atHome(
  { shard }: ClickhouseServer,
  sql: string,
  parameters: ClickhouseParameters,
): [sql: string, parameters: ClickhouseParameters] {
  return [withShare(sql, shard, 'ownCells'), { ...parameters, ...shareParameters(shard) }]
}

function byCurrency(sizes: readonly GroupSize[]) {
  const sums = new Map<string, { listings: number; unrated: number }>()
  for (const { currency, in_3m, is_rated } of sizes) {
    const sum = sums.get(currency) ?? { listings: 0, unrated: 0 }
    sums.set(currency, { listings: sum.listings + in_3m, unrated: sum.unrated + (is_rated ? 0 : in_3m) })
  }
  return [...sums].map(([currency, sum]) => ({ currency, ...sum }))
}

/** The busiest cell of a shard, with the group of cells around it and that group's listings. */
interface Busiest {
  readonly h3: string
  readonly total: number
  readonly near: string
}

function findFirstViewThere(
  builders: readonly ClickhouseServer[],
  window: BuildWindow,
  sizes: readonly GroupSize[],
): Promise<FirstView | null> {
  const listings = (offer: string) =>
    sizes.reduce((sum, { group, is_rated, in_3m }) => sum + (group[1] === offer && is_rated ? in_3m : 0), 0)
  return chooseFirstView(
    { buy: listings('buy'), rent: listings('rent') },
    {
      busiest: async (wanted) => {
        const parameters = { build: window.build, ...wanted }
        const found = await Promise.all(
          builders.map((server) => server.rows<Busiest>(STATEMENTS.firstView, parameters)),
        )
        const [first] = found.flat().sort((a, b) => b.total - a.total || (a.near < b.near ? -1 : 1))
        return first?.h3 ?? null
      },
      marketOf: async (wanted) => {
        const at = builders.find(({ shard }) => shard.number === shardOf(wanted.h3, shard.of))
        const parameters = { ...window, ...wanted }
        const [market] =
          (await at?.rows<{ country: string; currency: string }>(STATEMENTS.firstViewMarket, parameters)) ?? []
        return market ?? null
      },
    },
  )
}
