/**
 * Values that the interface gives a type, as other languages write them: decimals as text, cell ids as numbers, false
 * left out of a document, a day as the instant of its midnight. A response whose rows cannot be read has been paid for.
 */
import { z } from 'zod'
import { type Cell, parseCell } from '../../../domain/cell.ts'
import { plausibleFigure } from './plausible-amount.ts'

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i

/** Returns a number, also one that was sent as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'string') return DECIMAL.test(value.trim()) ? Number(value) : null
  return typeof value === 'number' ? value : null
}

/** A whole number, or the text of one. */
export const receivedInteger = z.unknown().transform((value, context) => {
  const read = numberOf(value)
  if (Number.isInteger(read)) return read as number
  return unreadable(context, 'a whole number', value)
})

/** Words for a figure that is not there: "", "-", "n/a", "unknown". */
const NO_FIGURE = /^[^\d]{0,20}$/

/** A price or an area, or the text of one; null for null, for words, for one that is left out, and for what cannot be one. */
export const receivedFigure = z
  .unknown()
  .optional()
  .transform((value, context) => {
    if (value == null || (typeof value === 'string' && NO_FIGURE.test(value))) return null
    const read = numberOf(value)
    return read === null ? unreadable(context, 'a number', value) : plausibleFigure(read)
  })

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['true', true],
  [false, false],
  [0, false],
  ['false', false],
  ...['yes', 'y', 't', '1'].map((text) => [text, true] as const),
  ...['no', 'n', 'f', '0'].map((text) => [text, false] as const),
])

/** Returns a flag, also one that was sent as a number or text; null for anything else. */
export function flagOf(value: unknown): boolean | null {
  return FLAGS.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? null
}

/** A flag that is not set where it is null or left out. */
export const receivedFlag = z
  .unknown()
  .optional()
  .transform((value, context) => (value == null ? false : (flagOf(value) ?? unreadable(context, 'a boolean', value))))

/** A cell's id in any spelling, also as a number; its text is still to be parsed. */
export const receivedCellId = z.unknown().transform((value, context) => {
  if (typeof value === 'string') return value
  const cell = typeof value === 'number' ? cellOfNumber(value) : null
  return cell ?? unreadable(context, 'a cell id', value)
})

/**
 * Reads a decimal id that was sent as a number. The bits of the unused resolutions are all ones, so the nearest number
 * with 53 bits is the id and one more.
 */
export function cellOfNumber(id: number): Cell | null {
  return Number.isInteger(id) && id > Number.MAX_SAFE_INTEGER ? parseCell(String(BigInt(id) - 1n)) : null
}

const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/
/** Time zones are at most this far from UTC. */
const FARTHEST_ZONE = 14 * 3_600_000

/**
 * Returns the day of a date that was sent as a month, with a zone, or as the instant of its midnight. An instant in UTC may
 * be midnight elsewhere: labels are first days of a month, so only these are meant. Any other text stays as it is.
 */
export function dayOf(text: string): string {
  const day = MIDNIGHT.exec(text)?.[1] ?? (/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : null)
  if (day !== null) return day
  const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) return text
  const near = [-FARTHEST_ZONE, FARTHEST_ZONE].map((ms) => new Date(instant + ms).toISOString().slice(0, 10))
  return near.find((label) => label.endsWith('-01')) ?? text
}

function unreadable(context: z.core.$RefinementCtx, expected: string, found: unknown): never {
  context.addIssue({ code: 'custom', message: `expected ${expected}, found ${JSON.stringify(found)?.slice(0, 40)}` })
  return z.NEVER
}
