import { scaleLinear } from 'd3-scale'
import { isMedian, type Metric } from '../../domain/figure.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { tickWords } from '../figures/tick-words.ts'
import { countOf } from '../ui/format.ts'
import type { AreaFigures } from './area-cells.ts'
import { Axis, BOX_HEIGHT, domainOf, QuartileBox, ROW_HEIGHT, Strip } from './chart-parts.tsx'
import styles from './DistributionChart.module.css'
import type { Distribution } from './distribution.ts'

const WIDTH = 274
const MARGIN = 14
const BOX_TOP = 4
const STRIP_TOP = BOX_TOP + BOX_HEIGHT + 8
const AXIS_TOP = STRIP_TOP + 2 * ROW_HEIGHT + 6
const HEIGHT = AXIS_TOP + 20

interface DistributionChartProps {
  spread: Distribution
  figures: AreaFigures
  metric: Metric
  units: Units
}

/** A quartile box, where there are quartiles, over two strips with one tick per cell, observed above estimated. */
export function DistributionChart({ spread, figures, metric, units }: DistributionChartProps) {
  const x = scaleLinear(domainOf(spread), [MARGIN, WIDTH - MARGIN]).nice(10)
  const format = (value: number) => formatFigure(value, metric, units)
  const { quartiles } = spread
  const middleHalf = quartiles ? `the middle half from ${format(quartiles.lower)} to ${format(quartiles.upper)}; ` : ''
  const label =
    `${countOf(spread.count, isMedian(metric) ? 'cell median' : 'cell')} from ${format(spread.least)} to ${format(spread.most)}; ` +
    `${middleHalf}the middle cell ${format(spread.middle)}.`
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {quartiles && <QuartileBox x={x} spread={spread} quartiles={quartiles} top={BOX_TOP} />}
      <Strip x={x} values={figures.observed} top={STRIP_TOP} kind="observed" />
      <Strip x={x} values={figures.estimated} top={STRIP_TOP + ROW_HEIGHT} kind="estimated" />
      <Axis x={x} top={AXIS_TOP} words={(ticks) => tickWords(ticks, metric, units)} />
    </svg>
  )
}
