/** Figure tiles of earlier periods, which come from `/stats/history`, as the proxy buys them for the page. */
import { z } from 'zod'
import { figuresRequest, historyAllowance, meter, PURCHASE_TILES_MAX, refusal } from './proxy-api.ts'

/** The most periods in one request: three years. */
export const EARLIER_PERIODS_MAX = 36

/**
 * `POST /api/earlier-tiles`: buys the tiles of these periods that are not held; with `?dry_run=1` it buys nothing and
 * returns what is held and what the rest would cost. `as_of` is the period that is served now.
 */
export const earlierRequest = figuresRequest.extend({
  parents: z.array(z.string()).min(1).max(PURCHASE_TILES_MAX),
  periods: z.array(z.string()).min(1).max(EARLIER_PERIODS_MAX),
})

/** What is known of one period, in the order of the request. */
const earlierPeriod = z.object({
  as_of: z.string(),
  /** False when the service has no such period; null when that is not known. */
  is_published: z.boolean().nullable(),
  /** How many of the tiles are held, and how many would have to be bought. The others are known to be empty. */
  held: z.int(),
  missing: z.int(),
  /** Metered calls for this period alone. */
  calls: z.int(),
})

export const earlierAnswer = z.object({
  /**
   * Why no earlier tiles can be bought: the service declares no history, or one without lists of cells or without
   * months, which covers only areas; or the plan does not include it. Null when they can.
   */
  unavailable: z.enum(['no_history', 'areas_only', 'not_in_plan']).nullable(),
  periods: z.array(earlierPeriod),
  /** Tiles that are not bought because free look-ups report no listings of any age, or because no market seems to have them. */
  no_listings: z.array(z.string()),
  not_covered: z.array(z.string()),
  /** Metered calls made, or that would be made for everything that is missing, which may be fewer than for each alone. */
  calls: z.int(),
  /** Set in a cost where the service has not answered a call of this size yet, so that it may take more of them. */
  is_estimate: z.literal(true).optional(),
  bought_cells: z.int(),
  /** Why it was not bought, or would not be; null when it was or would be. */
  refusal: refusal.nullable(),
  meter,
  /** Null where earlier periods are counted with all other calls. */
  allowance: historyAllowance.nullable(),
})
export type EarlierAnswer = z.infer<typeof earlierAnswer>
