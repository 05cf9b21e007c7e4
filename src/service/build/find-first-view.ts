import { cellFromBigInt, RESOLUTIONS } from '../../domain/cell.ts'
import type { FirstView } from '../figures/period.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import firstViewSql from './first-view.sql?raw'
import firstViewMarketSql from './first-view-market.sql?raw'

/** Cells with figures that make a view worth opening; at the coarsest resolution, one is enough. */
const FEWEST_CELLS = 7
/** Sales are what a map opens on, unless rents are this many times as frequent. */
const RENTS_PER_SALE = 10

/** Where a map of the figures should open: the densest part of the market; null when there are no figures. */
export async function findFirstView(session: DuckSession): Promise<FirstView | null> {
  const ad_sub_type = await usualOffer(session)
  for (const resolution of RESOLUTIONS.toReversed()) {
    const fewest = resolution === RESOLUTIONS[0] ? 1 : FEWEST_CELLS
    const [found] = await session.rows<{ cell: bigint }>(firstViewSql, { resolution, ad_sub_type, fewest })
    if (!found) continue
    const [market] = await session.rows<{ country: string; currency: string }>(firstViewMarketSql, {
      resolution,
      ad_sub_type,
      cell: found.cell,
    })
    if (market) return { h3: cellFromBigInt(found.cell), ad_sub_type, ...market }
  }
  return null
}

async function usualOffer(session: DuckSession): Promise<'buy' | 'rent'> {
  const offers = await session.rows<{ ad_sub_type: string; listings: number }>(
    'SELECT ad_sub_type, count(*)::INTEGER AS listings FROM fact GROUP BY ad_sub_type',
  )
  const listings = (offer: string) => offers.find(({ ad_sub_type }) => ad_sub_type === offer)?.listings ?? 0
  return listings('rent') > RENTS_PER_SALE * listings('buy') ? 'rent' : 'buy'
}
