import { z } from 'zod'
import { LEVELS } from '../../../domain/place.ts'
import { historyExtras, snapshotExtras, statsRowExtras } from '../assumptions.ts'

/** Section 2.7. Figures may be null, although the interface shows numbers. */
export const statsRow = z
  .object({
    h3: z.string().meta({ description: 'Decimal cell id.' }),
    estimated: z.boolean().meta({ description: 'Pooled with the six neighbouring cells: an estimate for the area.' }),
    median_price: z.number().nullable().meta({ description: 'In the display currency.' }),
    median_price_per_sqm: z.number().nullable().meta({ description: 'In the display currency.' }),
    median_area: z.number().nullable().meta({ description: 'm².' }),
    name: z.string().nullable().meta({
      description: 'Name of the place that the cell lies in; its country code where there is no named place.',
    }),
    ...statsRowExtras,
  })
  .meta({ id: 'StatsRow' })
export type StatsRow = z.infer<typeof statsRow>

/** Section 2.7: values that clients read from the response and never hard-code. */
export const snapshot = z
  .object({
    as_of: z.string().meta({ format: 'date' }),
    built: z.string(),
    max_as_of_age_days: z.number(),
    window_months: z.int(),
    outlier_trim_pct: z.number().meta({ description: 'Share of listings cut off at each end of the price range.' }),
    min_listings_by_res: z.record(z.string(), z.number()),
    earliest_period: z.string().nullish().meta({ format: 'date' }),
    ...snapshotExtras,
  })
  .meta({ id: 'Snapshot' })
export type Snapshot = z.infer<typeof snapshot>

const territory = z
  .looseObject({
    selector: z.string().meta({ description: '`geo_id`, `h3` or `circle`.' }),
    place: z.object({ name: z.string(), level: z.enum(LEVELS), country: z.string() }).optional(),
    rolled_up_from: z.int().nullish().meta({ description: 'Finer resolution of the cells that these are parents of.' }),
    rollup_note: z.string().nullish(),
  })
  .meta({ id: 'StatsTerritory' })

export const statsResponse = z
  .object({
    as_of: z.string().meta({ format: 'date', description: 'Label of the period: the first day after its window.' }),
    currency: z.string(),
    resolution: z.int(),
    period: z.string(),
    window_start: z.string(),
    window_end: z.string(),
    fx_date: z.string(),
    territory,
    filters: z.looseObject({
      ad_sub_type: z.string(),
      units: z.object({ size: z.string(), price: z.string() }),
    }),
    stats: z.array(statsRow).meta({ description: 'Can be empty. Cells without a row have too few listings.' }),
    snapshot,
  })
  .meta({ id: 'Stats' })
export type StatsResponse = z.infer<typeof statsResponse>

/** The part of a statistics response that differs between periods. */
export const historyPoint = statsResponse
  .pick({ as_of: true, period: true, window_start: true, window_end: true, fx_date: true, stats: true, snapshot: true })
  .meta({ id: 'HistoryPoint' })
export type HistoryPoint = z.infer<typeof historyPoint>

/** Section 4.9: the shared part of a /stats/current response and one point per period. */
export const historyResponse = z
  .object({
    ...statsResponse.pick({ currency: true, resolution: true, territory: true, filters: true }).shape,
    snapshot: snapshot.meta({ description: 'Snapshot of the newest period, as in /stats/current.' }),
    ...historyExtras(historyPoint),
  })
  .meta({ id: 'History' })
export type HistoryResponse = z.infer<typeof historyResponse>
