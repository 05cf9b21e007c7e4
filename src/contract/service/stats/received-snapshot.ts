import { z } from 'zod'
import { isFields } from '../values/fields.ts'
import { dayOf } from '../values/received-values.ts'

const receivedSnapshotFields = z.object({
  as_of: z.string().transform(dayOf).nullable().catch(null),
  built: z.string().nullable().catch(null),
  max_as_of_age_days: z.number().nullable().catch(null),
  window_months: z.number().nullable().catch(null),
  outlier_trim_pct: z
    .union([z.number(), z.string().trim().min(1).max(20)])
    .nullable()
    .catch(null),
  min_listings_by_res: z
    .record(z.string(), z.number().nullable().catch(null))
    .catch({})
    .transform((floors) => Object.fromEntries(Object.entries(floors).filter(([, floor]) => floor !== null)) as Floors),
  earliest_period: z.string().nullish().catch(null),
  revision: z.string().nullish().catch(null),
  /** What else the service states, by the name that it has there. */
  also: z
    .record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
    .optional()
    .catch(undefined),
})
type Floors = Record<string, number>

/**
 * The snapshot as any service may send it: missing values become null, missing floors stay missing, and short values that
 * the interface does not name are kept under `also`, to be shown as they are. The trim is a "quantile setting" in a field
 * named `pct`, so 0.01 and 1 may both mean one per cent; nothing is computed from it.
 */
export const receivedSnapshot = z.preprocess(keepUnnamed, receivedSnapshotFields)

/** The most unnamed values to keep, and their characters. */
const UNNAMED = { count: 12, nameLength: 40, textLength: 120 }

function keepUnnamed(raw: unknown): unknown {
  if (!isFields(raw)) return {}
  const unnamed = Object.entries(raw).filter(
    ([name, value]) => !(name in receivedSnapshotFields.shape) && isShort(name, value),
  )
  return unnamed.length === 0 ? raw : { ...raw, also: Object.fromEntries(unnamed.slice(0, UNNAMED.count)) }
}

function isShort(name: string, value: unknown): boolean {
  if (name.length > UNNAMED.nameLength) return false
  if (typeof value === 'string') return value.length <= UNNAMED.textLength
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}
