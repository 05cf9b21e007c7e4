import { z } from 'zod'
import { isFields } from '../values/fields.ts'
import { dayOf } from '../values/received-values.ts'
import { receivedRevision, receivedText } from '../values/short-text.ts'

const receivedSnapshotFields = z.object({
  as_of: receivedText.transform(dayOf).nullable().catch(null),
  built: receivedText.nullable().catch(null),
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
  earliest_period: receivedText.nullish().catch(null),
  revision: receivedRevision.nullish().catch(null),
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
export const receivedSnapshot = z.preprocess(keepShort, receivedSnapshotFields)

/** The most values of other names to keep, and their characters. */
const UNNAMED = { count: 12, nameLength: 40, textLength: 120 }
/** Far more than there are resolutions. */
const MOST_FLOORS = 40

/** Leaves out what is too much before it is checked, because checking a million values takes longer than an answer may. */
function keepShort(raw: unknown): unknown {
  if (!isFields(raw)) return {}
  const known = Object.keys(receivedSnapshotFields.shape).filter((name) => Object.hasOwn(raw, name))
  const named = Object.fromEntries(known.map((name) => [name, raw[name]]))
  const unnamed = Object.entries(raw).filter(([name]) => !(name in receivedSnapshotFields.shape))
  const own = shortOf(unnamed, UNNAMED.count)
  const also = own.length > 0 ? own : shortOf(entriesOf(raw.also), UNNAMED.count)
  return {
    ...named,
    ...(isFields(raw.min_listings_by_res) && {
      min_listings_by_res: Object.fromEntries(shortOf(entriesOf(raw.min_listings_by_res), MOST_FLOORS)),
    }),
    ...((own.length > 0 || isFields(raw.also)) && { also: Object.fromEntries(also) }),
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return isFields(value) ? Object.entries(value) : []
}

function shortOf(entries: readonly [string, unknown][], most: number): [string, unknown][] {
  return entries.filter(([name, value]) => isShort(name, value)).slice(0, most)
}

function isShort(name: string, value: unknown): boolean {
  if (name.length > UNNAMED.nameLength) return false
  if (typeof value === 'string') return value.length <= UNNAMED.textLength
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}
