import { z } from 'zod'
import { LEVELS } from '../domain/place.ts'
import { historyExtras, statsRowExtras } from './assumptions.ts'

/** Section 2.7. Figures may be null in reading, though the interface shows numbers. */
export const statsRow = z
  .object({
    h3: z.string().meta({ description: 'Decimal cell id.' }),
    estimated: z.boolean().meta({ description: 'Pooled from the six cells around: an estimate for the area.' }),
    median_price: z.number().nullable().meta({ description: 'In the display currency.' }),
    median_price_per_sqm: z.number().nullable().meta({ description: 'In the display currency.' }),
    median_area: z.number().nullable().meta({ description: 'm².' }),
    name: z.string().nullable().meta({
      description: 'Name of the place that the cell lies in; the code of its country where no place there is named.',
    }),
    ...statsRowExtras,
  })
  .meta({ id: 'StatsRow' })
export type StatsRow = z.infer<typeof statsRow>

/** Section 2.7: what is read from the response and never hard-coded. */
export const snapshot = z
  .object({
    as_of: z.string().meta({ format: 'date' }),
    built: z.string(),
    max_as_of_age_days: z.number(),
    window_months: z.int(),
    outlier_trim_pct: z.number().meta({ description: 'Share of listings cut off at each end of the prices.' }),
    min_listings_by_res: z.record(z.string(), z.number()),
    earliest_period: z.string().nullish().meta({ format: 'date' }),
  })
  .meta({ id: 'Snapshot' })
export type Snapshot = z.infer<typeof snapshot>

const territory = z
  .looseObject({
    selector: z.string().meta({ description: '`geo_id`, `h3` or `circle`.' }),
    place: z.object({ name: z.string(), level: z.enum(LEVELS), country: z.string() }).optional(),
    rolled_up_from: z.int().nullish().meta({ description: 'Resolution of which these cells are the parents.' }),
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
    stats: z.array(statsRow).meta({ description: 'Cells without a row have too few listings. Can be empty.' }),
    snapshot,
  })
  .meta({ id: 'Stats' })
export type StatsResponse = z.infer<typeof statsResponse>

const toldNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

const receivedRow = z.object({
  h3: z.string(),
  estimated: z.boolean(),
  median_price: toldNumber,
  median_price_per_sqm: toldNumber,
  median_area: toldNumber,
  name: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
})
export type ReceivedRow = z.infer<typeof receivedRow>

/** The snapshot as any service may send it: null for what it leaves out, and no floor where it names none. */
export const receivedSnapshot = z.object({
  as_of: z.string().nullable().catch(null),
  built: z.string().nullable().catch(null),
  max_as_of_age_days: z.number().nullable().catch(null),
  window_months: z.number().nullable().catch(null),
  outlier_trim_pct: z.number().nullable().catch(null),
  min_listings_by_res: z
    .record(z.string(), z.number().nullable().catch(null))
    .catch({})
    .transform((floors) => Object.fromEntries(Object.entries(floors).filter(([, floor]) => floor !== null)) as Floors),
  earliest_period: z.string().nullish().catch(null),
})
type Floors = Record<string, number>

/**
 * An answer as any service may send it. It is paid for: only what figures are made of must be there, and nothing that
 * describes it, or that the interface does not show, makes it unreadable.
 */
export const receivedStats = z.object({
  as_of: z.string(),
  currency: z.string(),
  resolution: z.int(),
  window_start: z.string(),
  window_end: z.string(),
  fx_date: z.string(),
  filters: z.object({ units: z.object({ size: z.string() }) }),
  stats: z.array(receivedRow),
  snapshot: receivedSnapshot,
})
export type ReceivedStats = z.infer<typeof receivedStats>

/** What a statistics answer says of one period; the rest is the same for all that one request asks for. */
export const historyPoint = statsResponse
  .pick({ as_of: true, period: true, window_start: true, window_end: true, fx_date: true, stats: true, snapshot: true })
  .meta({ id: 'HistoryPoint' })
export type HistoryPoint = z.infer<typeof historyPoint>

/** Section 4.9: the shared part of a /stats/current answer and a point for each period. */
export const historyResponse = z
  .object({
    ...statsResponse.pick({ currency: true, resolution: true, territory: true, filters: true }).shape,
    snapshot: snapshot.meta({ description: 'Of the newest period, as /stats/current says it.' }),
    ...historyExtras(historyPoint),
  })
  .meta({ id: 'History' })
export type HistoryResponse = z.infer<typeof historyResponse>
