import { scaleLinear } from 'd3-scale'
import { isMedian, type Metric } from '../../../domain/figure.ts'
import { formatFigure, type Units } from '../../figures/figure-words.ts'
import { tickWords } from '../../figures/tick-words.ts'
import { t } from '../../language/translate.ts'
import type { AreaFigures } from './area-figures.ts'
import { CHART_WIDTH } from './axis-labels.ts'
import { Axis, axisRoom, BOX_HEIGHT, domainOf, QuartileBox, ROW_HEIGHT, Strip } from './chart-parts.tsx'
import styles from './DistributionChart.module.css'
import type { Distribution } from './distribution.ts'
import { isMostlyEstimated, markEstimate } from './mostly-estimated.ts'

const MARGIN = 14
const BOX_TOP = 4
const STRIP_TOP = BOX_TOP + BOX_HEIGHT + 8
const AXIS_TOP = STRIP_TOP + 2 * ROW_HEIGHT + 6

interface DistributionChartProps {
  spread: Distribution
  figures: AreaFigures
  metric: Metric
  units: Units
}

/** A quartile box, where there are quartiles, over two strips with one tick per cell, observed above estimated. */
export function DistributionChart({ spread, figures, metric, units }: DistributionChartProps) {
  const x = scaleLinear(domainOf(spread), [MARGIN, CHART_WIDTH - MARGIN]).nice(10)
  const format = (value: number) => markEstimate(formatFigure(value, metric, units), isMostlyEstimated(figures))
  const { quartiles } = spread
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${CHART_WIDTH} ${AXIS_TOP + axisRoom()}`}
      role="img"
      aria-label={spreadWords(spread, isMedian(metric), format)}
    >
      {quartiles && <QuartileBox x={x} spread={spread} quartiles={quartiles} top={BOX_TOP} />}
      <Strip x={x} values={figures.observed} top={STRIP_TOP} kind="observed" />
      <Strip x={x} values={figures.estimated} top={STRIP_TOP + ROW_HEIGHT} kind="estimated" />
      <Axis x={x} top={AXIS_TOP} words={(ticks, hasRoom) => tickWords(ticks, metric, units, hasRoom)} />
    </svg>
  )
}

/** What a screen reader hears of the chart. Values that read alike are said once: one cell is not “from $3,100 to $3,100”. */
function spreadWords(spread: Distribution, isOfMedians: boolean, format: (value: number) => string): string {
  const { count, quartiles } = spread
  const ends = { count, least: format(spread.least), most: format(spread.most), middle: format(spread.middle) }
  if (ends.least === ends.most) {
    return isOfMedians
      ? t('{count, plural, one {# cell median: {middle}} other {# cell medians, all {middle}}}.', ends)
      : t('{count, plural, one {# cell: {middle}} other {# cells, all {middle}}}.', ends)
  }
  if (quartiles === null) {
    return isOfMedians
      ? t(
          '{count, plural, one {# cell median} other {# cell medians}} from {least} to {most}; the middle cell {middle}.',
          ends,
        )
      : t('{count, plural, one {# cell} other {# cells}} from {least} to {most}; the middle cell {middle}.', ends)
  }
  const all = { ...ends, lower: format(quartiles.lower), upper: format(quartiles.upper) }
  return isOfMedians
    ? t(
        '{count, plural, one {# cell median} other {# cell medians}} from {least} to {most}; the middle half from {lower} to {upper}; the middle cell {middle}.',
        all,
      )
    : t(
        '{count, plural, one {# cell} other {# cells}} from {least} to {most}; the middle half from {lower} to {upper}; the middle cell {middle}.',
        all,
      )
}
