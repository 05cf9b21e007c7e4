import { z } from 'zod'
import { readJson } from '../../contract/service/read-json.ts'
import { readHistory } from '../../contract/service/stats/received-history.ts'
import { readStatedCut, type StatedCut } from '../../contract/service/values/stated-cut.ts'
import { type AskedCells, type CutAnswer, cutAnswer } from './cut-answer.ts'
import { firstIssueOf, type PackedAnswer, packAnswer } from './packed-answer.ts'

/** A history cut period by period, oldest first, and whether it states that there is more. */
export interface CutHistory {
  readonly kind: 'ok'
  readonly periods: readonly CutPeriod<CutAnswer>[]
  readonly says: StatedCut
}

interface CutPeriod<Answer> {
  /** As the service states it. */
  readonly label: string
  /** True when rows may be missing: the period says so, or the history does and its periods share one table of rows. */
  readonly mayBeCut: boolean
  readonly answer: Answer
}

/** The same as it is copied between threads; `invalid` is of another shape. */
export type PackedHistory =
  | (Omit<CutHistory, 'periods'> & { readonly periods: readonly CutPeriod<PackedAnswer>[] })
  | { readonly kind: 'invalid'; readonly reason: string }

/** Reads and cuts the body of a history; throws when it is not JSON. Takes a second for 20 MB. */
export function readPackedHistory(body: Uint8Array, asked: AskedCells, boughtAt: Date): PackedHistory {
  const sent: unknown = readJson(body)
  // Totals may count points.
  const ofAll = readStatedCut(sent, Number.POSITIVE_INFINITY) ?? (asked.hasNextPage ? 'more' : null)
  try {
    const points = readHistory(sent)
    const periods = points.map((point) => ({
      label: point.as_of,
      mayBeCut: point.says !== null || (ofAll !== null && point.isOfTable),
      answer: packAnswer(cutAnswer(point, asked, ofAll ?? point.says), asked, boughtAt),
    }))
    const says = points.reduce<StatedCut>((found, point) => found ?? point.says, ofAll)
    return { kind: 'ok', periods, says }
  } catch (error) {
    if (error instanceof z.ZodError) return { kind: 'invalid', reason: firstIssueOf(error) }
    throw error
  }
}
