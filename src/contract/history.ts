/** The history of an area's figures as the proxy sends it to the page. */
import { z } from 'zod'
import { PUBLISHED_METRICS } from '../domain/figure.ts'
import { areaSelector } from './area.ts'
import { edition, figuresRequest, historyAllowance, meter, refusal } from './proxy-api.ts'

/** The most cells of an area whose history is bought; each of them counts once for every period. */
export const HISTORY_CELLS_MAX = 5_000

/**
 * `POST /api/history`: buys the periods of an area's history that are not held; with `?dry_run=1` it buys nothing and
 * returns the cost.
 */
export const historyRequest = figuresRequest.extend({ area: areaSelector, metric: z.enum(PUBLISHED_METRICS) })

/** One period: its window, and the metric's values in the area's cells, exact and ascending. */
const historyPeriod = z.object({
  edition,
  observed: z.array(z.number()),
  estimated: z.array(z.number()),
})
export type HistoryPeriod = z.infer<typeof historyPeriod>

/** What is held afterwards, and what it cost or would cost. */
export const historyAnswer = z.object({
  /** False where the service declares no history. */
  offered: z.boolean(),
  /** Oldest first. */
  periods: z.array(historyPeriod),
  /** Metered calls made, or that would be made for what is missing. */
  calls: z.int(),
  /** Set in a cost where the service has not answered a call of this size yet, so that it may take more of them. */
  is_estimate: z.literal(true).optional(),
  /** Why it was not bought, or would not be; null when it was or would be. */
  refusal: refusal.nullable(),
  meter,
  /** Null where histories are counted with all other calls. */
  allowance: historyAllowance.nullable(),
})
export type HistoryAnswer = z.infer<typeof historyAnswer>
