import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import { type AsOf, addMonths, parseAsOf } from '../../domain/period.ts'

/** How many earlier periods are offered: two years, which contain the same month of the year twice. */
const MONTHS_OFFERED = 24

/** Returns the labels of the periods before the one that is served, newest first. */
export function earlierLabels(served: AsOf | null): AsOf[] {
  return served === null ? [] : Array.from({ length: MONTHS_OFFERED }, (_, i) => addMonths(served, -1 - i))
}

/** An earlier period that can be shown in the view, in full or once it is bought. */
export interface OfferedPeriod {
  readonly as_of: AsOf
  /** True when nothing of it is left to buy in the view. */
  readonly isHeld: boolean
  /** Metered calls for the rest. */
  readonly calls: number
  /** True where it may take more of them. */
  readonly is_estimate?: true
}

/**
 * Returns the periods that the service may have, in the order of the answer. Where it sells no earlier tiles, those of
 * which something is held.
 */
export function offeredPeriods({ periods, unavailable, is_estimate }: EarlierAnswer): OfferedPeriod[] {
  return periods.flatMap(({ as_of: raw, is_published, held, missing, calls }) => {
    const as_of = parseAsOf(raw)
    const isThere = unavailable === null ? is_published !== false : held > 0
    return as_of !== null && (isThere || held > 0)
      ? [{ as_of, isHeld: missing === 0, calls, ...(is_estimate && { is_estimate }) }]
      : []
  })
}
