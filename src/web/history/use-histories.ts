import { useQueries } from '@tanstack/react-query'
import type { AreaSelector } from '../../contract/area.ts'
import type { HistoryPeriod } from '../../contract/history.ts'
import type { EditionName } from '../../domain/edition.ts'
import { PUBLISHED_METRICS, type PublishedMetric } from '../../domain/figure.ts'
import { type Units, valueToCompute } from '../figures/figure-words.ts'
import { unitsOf, useShownCurrency } from '../figures/use-shown-currency.ts'
import { useAsOf } from '../free/period.ts'
import { historyOptions } from '../metered/history.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { type HistoryPoint, historyPoints } from './history-points.ts'

/** The periods of an area that are held, in the units shown. */
export interface HeldHistory {
  readonly points: readonly HistoryPoint[]
  /** The same periods as they were bought. */
  readonly periods: readonly HistoryPeriod[]
  readonly metric: PublishedMetric
  /** Null while nothing is held. */
  readonly units: Units | null
}

/** Metrics that the page computes have no history of their own; the figures behind them do. */
export function publishedMetric(metric: string): PublishedMetric {
  return PUBLISHED_METRICS.find((each) => each === metric) ?? 'median_price_per_sqm'
}

/** Returns what is held of the histories of areas, in their order; without periods where the service has none. Buys nothing. */
export function useHistories(name: EditionName | null, areas: readonly AreaSelector[]): readonly HeldHistory[] {
  const metric = useAddress((address) => publishedMetric(address.metric))
  const served = useAsOf() ?? null
  const shown = useShownCurrency()
  const unit = useAreaUnit((choice) => choice.unit)
  const answers = useQueries({
    queries: areas.map((area) =>
      historyOptions(name && { name: { ...name, as_of: served ?? name.as_of }, area, metric }),
    ),
  })
  return answers.map(({ data }) => {
    const periods = data?.offered ? data.periods : []
    const newest = periods.at(-1)?.edition
    const units = newest ? unitsOf(newest, shown, unit) : null
    const convert = (value: number) => (units ? valueToCompute(value, metric, units) : value)
    return { points: historyPoints(periods, convert), periods, metric, units }
  })
}
