import { z } from 'zod'
import { PUBLISHED_METRICS } from '../../../domain/figure.ts'
import { receivedRowExtras } from '../assumptions.ts'
import { isFields } from '../values/fields.ts'
import { ungroupedBy } from '../values/grouped-digits.ts'
import { plausibleFigure } from '../values/plausible-amount.ts'
import { receivedCellId, receivedFigure, receivedFlag } from '../values/received-values.ts'
import { nameOfRow } from '../values/short-text.ts'

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
    .transform((value) => (value == null ? null : nameOfRow(value))),
})
export type ReceivedRow = z.infer<typeof rowAsStated>

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
  if (typeof value === 'string') return nameOfRow(value)
  return typeof value === 'number' ? String(value) : null
}

/** Five times as many as the largest call asks for. */
const MOST_ROWS = 200_000
/** Rows that are checked together: all faults of millions of rows would fill the memory. */
const ROWS_A_STEP = 1_000

/** Some languages write an empty list as null. Other types are tried second, because reading them takes twice as long. */
export const receivedRows = z.unknown().transform((value, context): ReceivedRow[] => {
  if (value === null) return []
  if (!Array.isArray(value) || value.length > MOST_ROWS) {
    const message = `expected a list of at most ${MOST_ROWS} rows`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const stated = readRows(z.array(rowAsStated), value)
  const ungrouped = typeof stated === 'string' ? withoutGroups(value) : null
  const other =
    typeof stated === 'string' ? readRows(z.array(rowInOtherTypes), withoutTotal(ungrouped ?? value)) : stated
  const without = typeof other !== 'string' && areWithoutMedians(withoutTotal(value)) ? NO_MEDIANS : other
  const ambiguous =
    typeof stated === 'string' && ungrouped === null && typeof without !== 'string' ? ambiguousIn(value) : null
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

/** Returns the rows with figures such as `1,234.5` written as `1234.5`; null where none is, or it is not certain. */
function withoutGroups(rows: readonly unknown[]): unknown[] | null {
  const texts: string[] = []
  for (const row of rows) {
    for (const name of PUBLISHED_METRICS) {
      const value = isFields(row) ? row[name] : null
      if (typeof value === 'string') texts.push(value)
    }
  }
  const ungroup = ungroupedBy(texts)
  if (ungroup === null) return null
  return rows.map((row) => {
    if (!isFields(row)) return row
    const figures = PUBLISHED_METRICS.flatMap((name) => {
      const value = row[name]
      return typeof value === 'string' ? [[name, ungroup(value)] as const] : []
    })
    return { ...row, ...Object.fromEntries(figures) }
  })
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
  return isFields(row) && row.h3 == null
}
