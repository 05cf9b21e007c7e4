import { z } from 'zod'
import type { AreaSelector } from '../../contract/area.ts'
import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, addMonths, asOfRange, monthsBetween, parseAsOf } from '../../domain/period.ts'
import { absences, withAbsences } from './absent-months.ts'

/** How many periods are wanted: a year, so that a month can be compared with the same one before. */
const PERIODS_WANTED = 13

/** What is known of an area's history. */
export const historyLesson = z.object({
  /** The periods that were answered, each with the revision of the figures that are held of it. */
  answered: z.record(z.string(), z.string().nullable()),
  /** Those that answers lacked. */
  absent: absences,
})
export type HistoryLesson = z.infer<typeof historyLesson>
export const NOTHING_ANSWERED: HistoryLesson = { answered: {}, absent: {} }

/** The name of that lesson. */
export function historyName(name: Omit<EditionName, 'as_of'>, area: AreaSelector): string {
  const selector = Object.entries(area).sort(([a], [b]) => (a < b ? -1 : 1))
  return `history ${figuresText(name)} ${name.resolution} ${JSON.stringify(selector)}`
}

/** A range of labels, both included. */
export interface Span {
  readonly from: AsOf
  readonly to: AsOf
}

/** The labels of a year up to `newest`, oldest first. */
export function wantedMonths(newest: AsOf): AsOf[] {
  return asOfRange(addMonths(newest, 1 - PERIODS_WANTED), newest)
}

/**
 * Returns the fewest spans of at most `most` months that bring these, newest first. A span begins and ends with a month
 * that is missing; one between them that is not is asked for again where that saves a call.
 */
export function spansOver(missing: readonly AsOf[], most: number): Span[] {
  const spans: Span[] = []
  let left = missing.toSorted().reverse()
  while (left[0] !== undefined) {
    const [to] = left
    const within = left.filter((label) => monthsBetween(label, to) < most)
    spans.push({ from: within.at(-1) ?? to, to })
    left = left.slice(within.length)
  }
  return spans
}

/** Returns how many months one call can bring, where the service counts each cell once for each period. */
export function monthsPerCall(cells: number, budget: number | null): number {
  if (budget === null) return PERIODS_WANTED
  return Math.min(PERIODS_WANTED, Math.floor(budget / Math.max(1, cells)))
}

/** The span from the first to the last of some labels: what an answer that was cut off tells; null without any. */
export function spanOf(labels: readonly string[]): Span | null {
  const known = labels.flatMap((label) => parseAsOf(label) ?? []).sort()
  const [from, to] = [known.at(0), known.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

/** An answer about some months: the revision of what is held of each of its own, and what is said of others. */
export interface HistoryAnswered {
  readonly answered: HistoryLesson['answered']
  /** The months that it tells about. */
  readonly told: Span | null
  readonly revisionOf: (label: AsOf) => string | null
  readonly at: Date
}

/** What is known after one more answer. */
export function withAnswer(known: HistoryLesson, { answered, told, revisionOf, at }: HistoryAnswered): HistoryLesson {
  const lacked = told === null ? [] : asOfRange(told.from, told.to).filter((label) => !(label in answered))
  const found = (label: string) => ({ at: at.toISOString(), revision: revisionOf(label as AsOf) })
  return {
    answered: { ...known.answered, ...answered },
    absent: withAbsences(known.absent, lacked, found, at),
  }
}
