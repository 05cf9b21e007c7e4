import { distributionOf } from '../../areas/spread/distribution.ts'
import { type ExportRecord, filterColumns, moneyColumns, withoutNoise } from '../../export/export-record.ts'
import { convertedValue, inBoughtArea } from '../../figures/figure-words.ts'
import type { HeldHistory } from '../../history/use-histories.ts'

/** The history of an area or a place. */
export interface ExportedHistory {
  /** The columns that say whose it is. */
  readonly of: ExportRecord
  readonly held: HeldHistory
}

/** Returns the histories with more than one held period: the newest alone is what the area shows anyway. */
export function toldHistories(histories: readonly ExportedHistory[]): readonly ExportedHistory[] {
  return histories.filter(({ held }) => held.units !== null && held.periods.length > 1)
}

/**
 * Returns a record for each period of each history, oldest first: the distribution of the area's cells, in the service's
 * unit of area, how many have figures, period, units and filters.
 */
export function historyRecords(histories: readonly ExportedHistory[]): ExportRecord[] {
  return histories.flatMap(({ of, held: { periods, metric, units } }) =>
    periods.map(({ edition, observed, estimated }) => {
      const bought = units && inBoughtArea(units, edition)
      const spread = distributionOf(
        [...observed, ...estimated].map((value) => (bought ? convertedValue(value, metric, bought) : value)),
      )
      const told = (value: number | undefined) => (value === undefined ? null : withoutNoise(value))
      return {
        ...of,
        metric,
        least: told(spread?.least),
        lower_quartile: told(spread?.quartiles?.lower),
        middle: told(spread?.middle),
        upper_quartile: told(spread?.quartiles?.upper),
        most: told(spread?.most),
        cells_observed: observed.length,
        cells_estimated: estimated.length,
        ...moneyColumns(bought),
        size_unit: bought?.size_unit ?? null,
        as_of: edition.as_of,
        window_start: edition.window_start || null,
        window_end: edition.window_end || null,
        resolution: edition.resolution,
        ...filterColumns(edition),
      }
    }),
  )
}

/** Returns the histories as a table without outlines. */
export function historyTable(histories: readonly ExportedHistory[]) {
  const records = historyRecords(histories)
  return { records, outlines: records.map(() => null) }
}
