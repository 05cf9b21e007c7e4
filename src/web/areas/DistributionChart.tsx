import { rollup } from 'd3-array'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { isMedian, type Metric } from '../../domain/figure.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { tickWords } from '../figures/tick-words.ts'
import { t } from '../language/translate.ts'
import type { AreaFigures } from './area-cells.ts'
import styles from './DistributionChart.module.css'
import type { Distribution } from './distribution.ts'

const WIDTH = 274
const MARGIN = 14
const BOX_TOP = 4
const BOX_HEIGHT = 14
const STRIP_TOP = 26
const ROW_HEIGHT = 14
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
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={spreadWords(spread, isMedian(metric), format)}
    >
      {quartiles && <QuartileBox x={x} spread={spread} quartiles={quartiles} />}
      <Strip x={x} values={figures.observed} top={STRIP_TOP} className={styles.observed} />
      <Strip x={x} values={figures.estimated} top={STRIP_TOP + ROW_HEIGHT} className={styles.estimated} />
      <Axis x={x} words={(ticks) => tickWords(ticks, metric, units)} />
    </svg>
  )
}

function spreadWords(spread: Distribution, isOfMedians: boolean, format: (value: number) => string): string {
  const { count, quartiles } = spread
  const ends = { count, least: format(spread.least), most: format(spread.most), middle: format(spread.middle) }
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

type Scale = ScaleLinear<number, number>

// Cells with equal values still need an axis of some length.
function domainOf({ least, most }: Distribution): [number, number] {
  const room = 0.1 * Math.abs(least) || 1
  return least === most ? [least - room, most + room] : [least, most]
}

interface QuartileBoxProps {
  x: Scale
  spread: Distribution
  quartiles: NonNullable<Distribution['quartiles']>
}

function QuartileBox({ x, spread, quartiles }: QuartileBoxProps) {
  const middle = BOX_TOP + BOX_HEIGHT / 2
  const left = x(quartiles.lower)
  return (
    <g>
      <line className={styles.whisker} x1={x(spread.least)} x2={x(spread.most)} y1={middle} y2={middle} />
      <rect
        className={styles.box}
        x={left}
        y={BOX_TOP}
        width={Math.max(2, x(quartiles.upper) - left)}
        height={BOX_HEIGHT}
        rx={2}
      />
      <line
        className={styles.middle}
        x1={x(spread.middle)}
        x2={x(spread.middle)}
        y1={BOX_TOP}
        y2={BOX_TOP + BOX_HEIGHT}
      />
    </g>
  )
}

interface StripProps {
  x: Scale
  values: readonly number[]
  top: number
  className: string | undefined
}

// Thousands of cells share a few hundred columns; the more cells a column holds, the stronger it is drawn.
function Strip({ x, values, top, className }: StripProps) {
  const columns = [
    ...rollup(
      values,
      (group) => group.length,
      (value) => Math.round(x(value) * 2) / 2,
    ),
  ]
  const most = Math.max(1, ...columns.map(([, count]) => count))
  return (
    <g className={className}>
      {columns.map(([at, count]) => (
        <line key={at} x1={at} x2={at} y1={top + 1} y2={top + ROW_HEIGHT - 2} opacity={0.35 + (0.65 * count) / most} />
      ))}
    </g>
  )
}

function Axis({ x, words }: { x: Scale; words: (ticks: readonly number[]) => readonly string[] }) {
  const [from, to] = x.range() as [number, number]
  const ticks = x.ticks(4)
  const labels = words(ticks)
  return (
    <g className={styles.axis}>
      <line x1={from} x2={to} y1={AXIS_TOP} y2={AXIS_TOP} />
      {ticks.map((tick, index) => (
        <g key={tick} transform={`translate(${x(tick)} ${AXIS_TOP})`}>
          <line y2={4} />
          <text y={16} textAnchor="middle">
            {labels[index]}
          </text>
        </g>
      ))}
    </g>
  )
}
