import type { Metric } from '../../domain/figure.ts'
import { markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure, metricLabel, type Units } from '../figures/figure-words.ts'
import { windowMonths } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import styles from './AreaHistory.module.css'
import { HistoryChart } from './HistoryChart.tsx'
import { changeOf, type HistoryPoint } from './history-points.ts'

interface HistoryFiguresProps {
  points: readonly HistoryPoint[]
  metric: Metric
  /** The units of values that are already converted. */
  units: Units
}

/** A history in a sentence and a chart. */
export function HistoryFigures({ points, metric, units }: HistoryFiguresProps) {
  const change = changeOf(points)
  return (
    <>
      <p className={styles.quiet}>
        {t('{metric}: the middle cell of each period', { metric: metricLabel(metric, units) })}
      </p>
      {change && (
        <p>
          {t('{change} from {since} to {until}', {
            change: markEstimate(formatFigure(change.percent, 'difference', units), change.isEstimate),
            since: windowMonths(change.since),
            until: windowMonths(change.until),
          })}
        </p>
      )}
      <HistoryChart points={points} metric={metric} units={units} />
    </>
  )
}
