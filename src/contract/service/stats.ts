import { z } from 'zod'
import { parseAsOf } from '../../domain/period.ts'
import { LEVELS } from '../../domain/place.ts'
import { historyExtras, receivedRowExtras, snapshotExtras, statsRowExtras } from './assumptions.ts'
import { type Fields, fieldsOf, isFields } from './fields.ts'
import { plausibleFigure } from './plausible-amount.ts'
import { dayOf, receivedCellId, receivedFigure, receivedFlag, receivedInteger } from './received-values.ts'

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

const figureOrNull = z
  .number()
  .nullish()
  .transform((value) => (value == null ? null : plausibleFigure(value)))

const rowAsStated = z.object({
  h3: z.string(),
  estimated: z.boolean(),
  median_price: figureOrNull,
  median_price_per_sqm: figureOrNull,
  median_area: figureOrNull,
  ...receivedRowExtras,
  name: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
})
const rowInOtherTypes = rowAsStated.extend({
  h3: receivedCellId,
  estimated: receivedFlag,
  median_price: receivedFigure,
  median_price_per_sqm: receivedFigure,
  // The prices do not depend on it.
  median_area: receivedFigure.catch(null),
  // Some quarters are called by a number; nothing depends on a name.
  name: z.unknown().optional().transform(nameOf),
})
function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}
export type ReceivedRow = z.infer<typeof rowAsStated>

/** Five times as many as the largest call asks for. */
const MOST_ROWS = 200_000
/** Rows that are checked together: all faults of millions of rows would fill the memory. */
const ROWS_A_STEP = 1_000

/** Some languages write an empty list as null. Other types are tried second, because reading them takes twice as long. */
const receivedRows = z.unknown().transform((value, context): ReceivedRow[] => {
  if (value === null) return []
  if (!Array.isArray(value) || value.length > MOST_ROWS) {
    const message = `expected a list of at most ${MOST_ROWS} rows`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const stated = readRows(z.array(rowAsStated), value)
  const other = typeof stated === 'string' ? readRows(z.array(rowInOtherTypes), withoutTotal(value)) : stated
  const without = typeof other !== 'string' && areWithoutMedians(withoutTotal(value)) ? NO_MEDIANS : other
  const ambiguous = typeof stated === 'string' && typeof without !== 'string' ? ambiguousIn(value) : null
  const read =
    ambiguous === null ? without : `expected a number, found '${ambiguous}', whose dot may stand for thousands`
  if (typeof read !== 'string') return read
  context.addIssue({ code: 'custom', message: read })
  return z.NEVER
})

const MEDIANS = ['median_price', 'median_price_per_sqm', 'median_area']
const NO_MEDIANS = `expected rows with ${MEDIANS.join(', ')}, found none of them in any row`

/** Then the figures have other names, and cells that have some would pass for cells without. */
function areWithoutMedians(rows: readonly unknown[]): boolean {
  const lacksAll = (row: unknown) => isFields(row) && !MEDIANS.some((name) => name in row)
  return rows.length > 0 && rows.every(lacksAll)
}

/** Like 261018 in German, or 261.018 with three decimals. */
const MAYBE_GROUPED = /^[1-9]\d{0,2}\.\d{3}$/
/** What nobody writes who groups digits by dots. */
const UNGROUPED = /^-?\d{4}|^-?0\.|^-?\d+\.(?!\d{3}$)|\de/i

/** Returns a figure as text that may be a thousand times larger than it reads; null where another one shows that none is. */
function ambiguousIn(rows: readonly unknown[]): string | null {
  let found: string | null = null
  for (const row of rows) {
    for (const name of MEDIANS) {
      const value = isFields(row) ? row[name] : null
      if (typeof value !== 'string') continue
      const text = value.trim()
      const isMaybeGrouped = MAYBE_GROUPED.test(text)
      // Hardly any home has thousands of square metres.
      if (isMaybeGrouped ? name === 'median_area' : UNGROUPED.test(text)) return null
      if (isMaybeGrouped) found ??= text
    }
  }
  return found
}

/** Returns the rows, or what is wrong with the first one that cannot be read. */
function readRows(schema: z.ZodType<ReceivedRow[]>, rows: readonly unknown[]): ReceivedRow[] | string {
  const all: ReceivedRow[] = []
  for (let from = 0; from < rows.length; from += ROWS_A_STEP) {
    const read = schema.safeParse(rows.slice(from, from + ROWS_A_STEP))
    if (!read.success) return `${read.error.issues[0]?.path.slice(1).join('.')}: ${read.error.issues[0]?.message}`
    for (const row of read.data) all.push(row)
  }
  return all
}

/** Beside others, one row that names no cell is a total; more of them may be rows in another form. */
function withoutTotal(rows: readonly unknown[]): readonly unknown[] {
  const named = rows.filter((row) => !isNameless(row))
  return named.length > 0 && named.length === rows.length - 1 ? named : rows
}

function isNameless(row: unknown): boolean {
  return typeof row === 'object' && row !== null && (row as Row).h3 == null
}

interface Row {
  readonly h3?: unknown
}

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

/** Text of a form that the interface leaves open; empty where the service states none. */
const statedText = z
  .unknown()
  .optional()
  .transform((value) => shortText(value) ?? '')

/** Longer texts are none of those that a response states once. */
const LONGEST_STATED = 120

function shortText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.length <= LONGEST_STATED ? text : null
}

/** What is not an object counts as an empty one, which some languages write as an empty list; so does an unknown unit. */
const receivedFilters = z
  .unknown()
  .optional()
  .transform((value): Fields & { units: { size: string } } => {
    const filters = fieldsOf(value)
    return { ...filters, units: { size: shortText(fieldsOf(filters.units).size) ?? '' } }
  })

/**
 * A response as any service may send it. It has been paid for, so only the figures' own fields are required; faults in
 * the description, or in fields that the interface does not show, do not make it unreadable. What is left out stays
 * unknown: an empty unit of area or currency, a resolution of null.
 */
export const receivedStats = z
  .object({
    as_of: z.unknown().optional(),
    currency: statedText,
    // The cells themselves say what theirs is.
    resolution: receivedInteger.nullable().catch(null),
    window_start: statedText,
    window_end: statedText,
    fx_date: statedText,
    territory: z.unknown().optional().transform(fieldsOf),
    filters: receivedFilters,
    stats: receivedRows,
    snapshot: receivedSnapshot,
  })
  .transform((answer) => ({ ...answer, as_of: labelOf(answer.as_of, answer.snapshot.as_of) }))

/** The snapshot's is "the period label", the other one a date, which can be the last day of the window or of the answer. */
function labelOf(stated: unknown, inSnapshot: string | null): string {
  const label = typeof stated === 'string' ? dayOf(stated) : ''
  const isLabelled = inSnapshot !== null && (parseAsOf(inSnapshot) !== null || parseAsOf(label) === null)
  return isLabelled ? inSnapshot : label
}
export type ReceivedStats = z.infer<typeof receivedStats>

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
