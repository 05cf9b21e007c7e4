import { RESOLUTIONS } from '../../../domain/cell.ts'
import { type AsOf, addMonths } from '../../../domain/period.ts'
import type { ClickhouseServer } from '../../clickhouse/clickhouse-server.ts'
import { dropBuild } from '../../clickhouse/figure-tables.ts'
import type { FirstView } from '../../figures/period.ts'
import type { Rates } from '../../rates/rates.ts'
import type { MadePeriod } from '../build-store.ts'
import { chooseFirstView } from '../find-first-view.ts'
import { leftOut, type Method } from '../make-figures.ts'
import { STATEMENTS } from './build-statements.ts'
import estimatedSql from './estimated.sql?raw'
import factSql from './fact.sql?raw'
import listingCellsSql from './listing-cells.sql?raw'
import observedSql from './observed.sql?raw'
import ownSql from './own.sql?raw'

interface Rated {
  readonly currency: string
  readonly ad_sub_type: string
  readonly listings: string
  readonly is_rated: number
}

/** Fills the tables of a build on one server from the listings there; nothing of it is published yet. */
export async function makeFiguresThere(
  server: ClickhouseServer,
  build: string,
  { asOf, rates, method }: { asOf: AsOf; rates: Rates; method: Method },
): Promise<MadePeriod> {
  const window = { start: addMonths(asOf, -3), last_month: addMonths(asOf, -1), as_of: asOf }
  const rated = { ...window, rates: rates.usd_per_unit }
  const counts = await server.rows<Rated>(STATEMENTS.rated, rated)
  const left_out = leftOut(asOf, byCurrency(counts))
  await server.run(factSql, { ...rated, build, trim: method.trimPct })
  for (const resolution of RESOLUTIONS) {
    const at = { build, resolution, floor: method.minListings[resolution] }
    await server.run(ownSql, at)
    await server.run(observedSql, at)
    await server.run(estimatedSql, at)
  }
  await dropBuild(server, 'own', build)
  const yearBefore = new Date(Date.parse(asOf) - 365 * 86_400_000).toISOString().slice(0, 10)
  await server.run(listingCellsSql, { build, start: yearBefore, end: asOf })
  return { left_out, first_view: await findFirstViewThere(server, build, { counts, rated }) }
}

function byCurrency(counts: readonly Rated[]) {
  const sums = new Map<string, { listings: number; unrated: number }>()
  for (const { currency, listings, is_rated } of counts) {
    const sum = sums.get(currency) ?? { listings: 0, unrated: 0 }
    sums.set(currency, {
      listings: sum.listings + Number(listings),
      unrated: sum.unrated + (is_rated ? 0 : Number(listings)),
    })
  }
  return [...sums].map(([currency, sum]) => ({ currency, ...sum }))
}

function findFirstViewThere(
  server: ClickhouseServer,
  build: string,
  { counts, rated }: { counts: readonly Rated[]; rated: Readonly<Record<string, unknown>> },
): Promise<FirstView | null> {
  const listings = (offer: string) =>
    counts.reduce(
      (sum, { ad_sub_type, is_rated, ...of }) => sum + (ad_sub_type === offer && is_rated ? Number(of.listings) : 0),
      0,
    )
  return chooseFirstView(
    { buy: listings('buy'), rent: listings('rent') },
    {
      busiest: async (wanted) => {
        const [found] = await server.rows<{ h3: string }>(STATEMENTS.firstView, { build, ...wanted })
        return found?.h3 ?? null
      },
      marketOf: async (wanted) => {
        const [market] = await server.rows<{ country: string; currency: string }>(STATEMENTS.firstViewMarket, {
          ...rated,
          ...wanted,
        })
        return market ?? null
      },
    },
  )
}
