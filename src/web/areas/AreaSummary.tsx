import type { Metric } from '../../domain/figure.ts'
import { windowText } from '../cells/window-words.ts'
import { formatFigure, METRIC_LABELS, type Units } from '../lens/figure-words.ts'
import styles from './AreaPanel.module.css'
import type { AreaFigures } from './area-cells.ts'
import { DistributionChart } from './DistributionChart.tsx'
import { type Distribution, distributionOf } from './distribution.ts'
import type { Area } from './use-area.ts'

interface AreaSummaryProps {
  area: Area
  figures: AreaFigures
  metric: Metric
}

/** The distribution of an area's cell medians: middle cell, middle half, and all of them on one axis. */
export function AreaSummary({ area, figures, metric }: AreaSummaryProps) {
  const spread = distributionOf([...figures.observed, ...figures.estimated])
  const units = area.edition
  return (
    <div className={styles.summary}>
      <div>
        <h3 className={styles.heading}>Distribution of cell medians</h3>
        <p className={styles.quiet}>
          {METRIC_LABELS[metric]}, resolution {area.resolution}
          {area.edition && `, ${windowText(area.edition)}`}
        </p>
      </div>
      {spread && units ? (
        <>
          <KeyFigures spread={spread} metric={metric} units={units} />
          <DistributionChart spread={spread} figures={figures} metric={metric} units={units} />
        </>
      ) : (
        <p className={styles.empty}>{area.isLoading ? 'Loading figures…' : emptyWords(area)}</p>
      )}
    </div>
  )
}

function KeyFigures({ spread, metric, units }: { spread: Distribution; metric: Metric; units: Units }) {
  const format = (value: number) => formatFigure(value, metric, units)
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Middle cell</dt>
        <dd className={styles.large}>{format(spread.middle)}</dd>
      </div>
      <div>
        <dt>Half of the cells</dt>
        <dd>
          {format(spread.lowerQuartile)} to {format(spread.upperQuartile)}
        </dd>
      </div>
    </dl>
  )
}

function emptyWords({ reach, offered, resolution }: Area): string {
  if (reach.kind === 'cells' && reach.cells.length === 0)
    return `No cell of resolution ${resolution} has its centre in this circle. Zoom in or type a larger radius.`
  return offered.length > 0 ? 'No figures here are paid for yet.' : 'No cell here has enough listings for a figure.'
}
