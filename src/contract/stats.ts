import { z } from 'zod'
import { LEVELS } from '../domain/place.ts'
import { statsRowExtras } from './assumptions.ts'

/** Section 2.7. Figures may be null in reading, though the interface shows numbers. */
export const statsRow = z.object({
  h3: z.string(),
  estimated: z.boolean(),
  median_price: z.number().nullable(),
  median_price_per_sqm: z.number().nullable(),
  median_area: z.number().nullable(),
  name: z.string().nullable(),
  ...statsRowExtras,
})
export type StatsRow = z.infer<typeof statsRow>

/** Section 2.7: what is read from the response and never hard-coded. */
export const snapshot = z.object({
  as_of: z.string(),
  built: z.string(),
  max_as_of_age_days: z.number(),
  window_months: z.int(),
  outlier_trim_pct: z.number(),
  min_listings_by_res: z.record(z.string(), z.number()),
  earliest_period: z.string().nullish(),
})
export type Snapshot = z.infer<typeof snapshot>

export const statsResponse = z.object({
  as_of: z.string(),
  currency: z.string(),
  resolution: z.int(),
  period: z.string(),
  window_start: z.string(),
  window_end: z.string(),
  fx_date: z.string(),
  territory: z.looseObject({
    selector: z.string(),
    place: z.object({ name: z.string(), level: z.enum(LEVELS), country: z.string() }).optional(),
    rolled_up_from: z.int().nullish(),
    rollup_note: z.string().nullish(),
  }),
  filters: z.looseObject({
    ad_sub_type: z.string(),
    units: z.object({ size: z.string(), price: z.string() }),
  }),
  stats: z.array(statsRow),
  snapshot,
})
export type StatsResponse = z.infer<typeof statsResponse>
