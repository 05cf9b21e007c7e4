import { z } from 'zod'
import { parseAsOf } from '../../../domain/period.ts'
import { type Fields, fieldsOf } from '../values/fields.ts'
import { dayOf, receivedInteger } from '../values/received-values.ts'
import { receivedRows } from './received-rows.ts'
import { receivedSnapshot } from './received-snapshot.ts'

/** Text of a form that the interface leaves open; empty where the service states none. */
const statedText = z
  .unknown()
  .optional()
  .transform((value) => shortText(value) ?? '')

/** No text that a response states once is longer. */
const LONGEST_STATED = 120

function shortText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.length <= LONGEST_STATED ? text : null
}

/** A day, which some services send with a time. */
const statedDay = statedText.transform((text) => /^\d{4}-\d{2}-\d{2}(?=[T ])/.exec(text)?.[0] ?? text)

/** Anything else than an object counts as one without fields. A unit that cannot be read is empty. */
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
    window_start: statedText.transform(dayOf),
    window_end: statedDay,
    fx_date: statedDay,
    territory: z.unknown().optional().transform(fieldsOf),
    filters: receivedFilters,
    stats: receivedRows,
    snapshot: receivedSnapshot,
  })
  .transform((answer) => ({ ...answer, as_of: labelOf(answer.as_of, answer.snapshot.as_of) }))
export type ReceivedStats = z.infer<typeof receivedStats>

/** The snapshot's is "the period label", the other one a date, which can be the last day of the window or of the answer. */
function labelOf(stated: unknown, inSnapshot: string | null): string {
  const label = typeof stated === 'string' ? dayOf(stated.slice(0, LONGEST_STATED)) : ''
  const isLabelled = inSnapshot !== null && (parseAsOf(inSnapshot) !== null || parseAsOf(label) === null)
  return isLabelled ? inSnapshot : label
}
