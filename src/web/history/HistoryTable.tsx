import type { Metric } from '../../domain/figure.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { windowMonths } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { formatCount } from '../ui/words/format.ts'
import styles from './AreaHistory.module.css'
import type { HistoryPoint } from './history-points.ts'

interface HistoryTableProps {
  points: readonly HistoryPoint[]
  metric: Metric
  /** The units of values that are already converted. */
  units: Units
}

/** The periods of a history in a table, the newest first. */
export function HistoryTable({ points, metric, units }: HistoryTableProps) {
  return (
    <details className={styles.table}>
      <summary>{t('Figures by period')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Window')}</th>
            <th scope="col">{t('Middle cell')}</th>
            <th scope="col">{t('Cells')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ edition, spread, isEstimated }) => (
            <tr key={edition.as_of}>
              <th scope="row">{windowMonths(edition)}</th>
              <td>
                {isEstimated && '≈ '}
                {spread ? formatFigure(spread.middle, metric, units) : '—'}
              </td>
              <td>{formatCount(spread?.count ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
