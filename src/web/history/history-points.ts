import type { HistoryPeriod } from '../../contract/history.ts'
import type { Edition } from '../../contract/proxy-api.ts'
import { addMonths, parseAsOf } from '../../domain/period.ts'
import { type Distribution, distributionOf } from '../areas/spread/distribution.ts'
import { isMostlyEstimated } from '../areas/spread/mostly-estimated.ts'

/** One period of an area's history. */
export interface HistoryPoint {
  readonly edition: Edition
  /** The spread of its cells; null where none has a figure. */
  readonly spread: Distribution | null
  /** True where most of its figures are estimated. */
  readonly isEstimated: boolean
}

/** Returns the periods as spreads of their cells; `convert` turns a bought value into a shown one. */
export function historyPoints(
  periods: readonly HistoryPeriod[],
  convert: (value: number) => number,
): readonly HistoryPoint[] {
  return periods.map(({ edition, observed, estimated }) => ({
    edition,
    spread: distributionOf([...observed, ...estimated].map(convert)),
    isEstimated: isMostlyEstimated({ observed, estimated }),
  }))
}

/** How the middle cell of the newest period with a figure differs from an earlier one. */
export interface HistoryChange {
  readonly since: Edition
  /** The newest period that has a figure, which need not be the current one. */
  readonly until: Edition
  readonly percent: number
  /** True where most figures of one of the two are estimated. */
  readonly isEstimate: boolean
}

/**
 * Compares the newest period with the same month a year before, so that seasons do not count; with the oldest where that
 * one has no figure. Null where there is nothing to compare.
 */
export function changeOf(points: readonly HistoryPoint[]): HistoryChange | null {
  const known = points.filter(({ spread }) => spread !== null)
  const [newest, oldest] = [known.at(-1), known[0]]
  const label = newest && parseAsOf(newest.edition.as_of)
  if (!newest || !oldest || !label) return null
  const yearBefore = addMonths(label, -12)
  const since = known.find(({ edition }) => edition.as_of === yearBefore) ?? oldest
  if (since === newest || !since.spread || !newest.spread || since.spread.middle === 0) return null
  return {
    since: since.edition,
    until: newest.edition,
    percent: 100 * (newest.spread.middle / since.spread.middle - 1),
    isEstimate: since.isEstimated || newest.isEstimated,
  }
}
