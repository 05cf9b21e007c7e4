import { type Cell, cellToBigInt, RESOLUTIONS, type Resolution, trustCell } from '../../domain/cell.ts'
import type { FirstView } from '../figures/period.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import firstViewSql from './first-view.sql?raw'
import firstViewMarketSql from './first-view-market.sql?raw'

/** Cells with figures that make a view worth opening; at the coarsest resolution, one is enough. */
const FEWEST_CELLS = 7
/** A map opens on sales, unless rents are this many times as frequent. */
const RENTS_PER_SALE = 10

type Offer = FirstView['ad_sub_type']

/** The data of a period that choosing a view needs. */
export interface ViewSearch {
  /**
   * The busiest cell in the group with the most listings, among groups of at least `fewest` cells with enough listings of
   * their own; null when there is no such group.
   */
  busiest(wanted: { resolution: Resolution; ad_sub_type: Offer; fewest: number }): Promise<string | null>
  /** The country and currency of most listings in a cell. */
  marketOf(wanted: {
    resolution: Resolution
    ad_sub_type: Offer
    h3: Cell
  }): Promise<{ country: string; currency: string } | null>
}

/** Where a map of the figures should open: the densest part of the market; null when there are no figures. */
export async function chooseFirstView(
  listings: Readonly<Record<Offer, number>>,
  { busiest, marketOf }: ViewSearch,
): Promise<FirstView | null> {
  const ad_sub_type = listings.rent > RENTS_PER_SALE * listings.buy ? 'rent' : 'buy'
  for (const resolution of RESOLUTIONS.toReversed()) {
    const found = await busiest({ resolution, ad_sub_type, fewest: resolution === RESOLUTIONS[0] ? 1 : FEWEST_CELLS })
    if (found === null) continue
    const h3 = trustCell(found)
    const market = await marketOf({ resolution, ad_sub_type, h3 })
    if (market) return { h3, ad_sub_type, ...market }
  }
  return null
}

/** The same from the tables of `makeFigures`. */
export async function findFirstView(session: DuckSession): Promise<FirstView | null> {
  const offers = await session.rows<{ ad_sub_type: string; listings: number }>(
    'SELECT ad_sub_type, count(*)::INTEGER AS listings FROM fact GROUP BY ad_sub_type',
  )
  const listings = (offer: Offer) => offers.find(({ ad_sub_type }) => ad_sub_type === offer)?.listings ?? 0
  return chooseFirstView(
    { buy: listings('buy'), rent: listings('rent') },
    {
      busiest: async (wanted) => {
        const [found] = await session.rows<{ cell: bigint }>(firstViewSql, wanted)
        return found?.cell.toString(16) ?? null
      },
      marketOf: async ({ h3, ...wanted }) => {
        const cell = cellToBigInt(h3)
        const [market] = await session.rows<{ country: string; currency: string }>(firstViewMarketSql, {
          ...wanted,
          cell,
        })
        return market ?? null
      },
    },
  )
}
