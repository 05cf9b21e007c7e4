import { z } from 'zod'
import type { AreaSelector } from '../../contract/area.ts'
import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, addMonths, monthsBetween, parseAsOf } from '../../domain/period.ts'

/** How many periods are wanted: a year, so that a month can be compared with the same one before. */
const PERIODS_WANTED = 13

/** What is known of an area's history. */
export const historyLesson = z.object({
  /** The periods that the service has answered for, published or not: from the first to the last label. */
  from: z.string(),
  to: z.string(),
  /** Those that it published. */
  labels: z.array(z.string()),
})
export type HistoryLesson = z.infer<typeof historyLesson>

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

/**
 * Returns the spans of labels to buy so that a year up to `newest` is known, newest first, each of at most `most` months;
 * none when it is known.
 */
export function missingSpans(newest: AsOf, known: HistoryLesson | null, most: number): Span[] {
  const first = addMonths(newest, 1 - PERIODS_WANTED)
  const [from, to] = [parseAsOf(known?.from ?? ''), parseAsOf(known?.to ?? '')]
  const isConnected = from !== null && to !== null && from <= first && to >= first
  const start = isConnected ? addMonths(to, 1) : first
  const months = monthsBetween(start, newest) + 1
  const spans: Span[] = []
  for (let done = 0; done < months; done += most) {
    const last = addMonths(newest, -done)
    const earliest = addMonths(last, 1 - most)
    spans.push({ from: earliest < start ? start : earliest, to: last })
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

/** What is known after a response about a span; if there is a gap, the earlier knowledge is dropped. */
export function withSpan(known: HistoryLesson | null, { from, to }: Span, labels: readonly string[]): HistoryLesson {
  const isJoined = known !== null && known.from <= addMonths(to, 1) && known.to >= addMonths(from, -1)
  if (!isJoined) return { from, to, labels: [...labels].sort() }
  return {
    from: known.from < from ? known.from : from,
    to: known.to > to ? known.to : to,
    labels: [...new Set([...known.labels, ...labels])].sort(),
  }
}
