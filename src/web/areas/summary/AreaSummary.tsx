import { isMedian, type Metric } from '../../../domain/figure.ts'
import { formatFigure, titleWithUnit, type Units, unitsOfShown } from '../../figures/figure-words.ts'
import { useShownUnits } from '../../figures/use-shown-currency.ts'
import { windowText } from '../../figures/window-words.ts'
import { useRecordWord } from '../../free/coverage.ts'
import { t } from '../../language/translate.ts'
import { useMetricTitle } from '../../metric/use-metric-title.ts'
import { formatCount } from '../../ui/words/format.ts'
import type { Area } from '../area.ts'
import { type AreaFigures, convertFigures } from '../spread/area-figures.ts'
import { DistributionChart } from '../spread/DistributionChart.tsx'
import { type Distribution, distributionOf } from '../spread/distribution.ts'
import { isMostlyEstimated, markEstimate } from '../spread/mostly-estimated.ts'
import styles from './Area.module.css'
import { noFigureWords } from './no-figure-words.ts'

interface AreaSummaryProps {
  area: Area
  /** The sentence for an area without cells. */
  noCellsText: string
  figures: AreaFigures
  metric: Metric
  /**
   * Leaves out the chart and the middle cell, for a list where one chart shows all areas and each heading has its
   * middle cell.
   */
  hasNoChart?: boolean
}

/** The distribution of an area's cell medians: the middle cell, the middle half, and every cell on one axis. */
export function AreaSummary({ area, noCellsText, figures: bought, metric, hasNoChart = false }: AreaSummaryProps) {
  const shown = useShownUnits(area.edition)
  const figures = shown ? convertFigures(bought, metric, shown) : bought
  // The axis ends at round amounts of the shown currency, so the values are converted first and need no rate after.
  const units = shown && unitsOfShown(shown)
  const title = useMetricTitle(shown)
  const records = useRecordWord()
  const spread = distributionOf([...figures.observed, ...figures.estimated])
  return (
    <div className={styles.summary}>
      {spread && units && (
        <KeyFigures
          spread={spread}
          metric={metric}
          units={units}
          isEstimate={isMostlyEstimated(figures)}
          hasMiddle={!hasNoChart}
        />
      )}
      <div>
        {!hasNoChart && (
          <h3 className={styles.heading}>
            {isMedian(metric) ? t('Distribution of cell medians') : t('Distribution of the cells')}
          </h3>
        )}
        <p className={styles.quiet}>
          {[
            units ? titleWithUnit(title, metric, units) : title,
            ...(area.resolution === null
              ? []
              : [t('at resolution {resolution, number}', { resolution: area.resolution })]),
            ...(area.edition ? [windowText(area.edition)] : []),
          ].join(', ')}
        </p>
      </div>
      {spread && units ? (
        !hasNoChart && <DistributionChart spread={spread} figures={figures} metric={metric} units={units} />
      ) : (
        <p className={area.rest === null ? styles.empty : styles.unbought}>
          {noFigureWords(area, { counts: figures.counts, noCellsText, records })}
        </p>
      )}
    </div>
  )
}

interface KeyFiguresProps {
  spread: Distribution
  metric: Metric
  units: Units
  isEstimate: boolean
  hasMiddle: boolean
}

function KeyFigures({ spread, metric, units, isEstimate, hasMiddle }: KeyFiguresProps) {
  const format = (value: number) => markEstimate(formatFigure(value, metric, units), isEstimate)
  return (
    <dl className={styles.figures}>
      {hasMiddle && (
        <div>
          <dt>{t('Middle cell')}</dt>
          <dd className={styles.large}>{format(spread.middle)}</dd>
        </div>
      )}
      {spread.quartiles ? (
        <div>
          <dt>{t('Middle half')}</dt>
          <dd>{t('{from} to {to}', { from: format(spread.quartiles.lower), to: format(spread.quartiles.upper) })}</dd>
        </div>
      ) : (
        <div>
          <dt>{t('Cells with a figure')}</dt>
          <dd>{t('{count}, too few for a spread', { count: formatCount(spread.count) })}</dd>
        </div>
      )}
    </dl>
  )
}
