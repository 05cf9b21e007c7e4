import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { Metric } from '../../domain/figure.ts'
import { monthsBetween, parseAsOf } from '../../domain/period.ts'
import { markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { textScale } from '../figures/text-scale.ts'
import { tickWidth } from '../figures/tick-width.ts'
import { tickWords } from '../figures/tick-words.ts'
import { windowMonths } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { classes } from '../ui/controls/classes.ts'
import styles from './AreaHistory.module.css'
import type { HistoryPoint } from './history-points.ts'

const WIDTH = 274
/** The least room for the labels of the axis. */
const LEFT = 40
/** With wider labels, the sign of the currency would take the line too much room. */
const SIGNED_MAX = 56
const RIGHT = 8
const TOP = 8
const PLOT_BOTTOM = 110
/** The room for the months below. */
const BOTTOM = 22

interface HistoryChartProps {
  points: readonly HistoryPoint[]
  metric: Metric
  /** The units of values that are already converted. */
  units: Units
}

/** A point in the chart, with its distances in CSS pixels. */
interface Placed extends HistoryPoint {
  readonly spread: NonNullable<HistoryPoint['spread']>
  readonly x: number
  readonly y: number
}

/** The middle cell of each period as a line over the middle half of the cells; a period without figures breaks it. */
export function HistoryChart({ points, metric, units }: HistoryChartProps) {
  const y = scaleLinear(extentOf(points), [PLOT_BOTTOM, TOP]).nice(4)
  const ticks = y.ticks(4)
  const height = PLOT_BOTTOM + BOTTOM * textScale()
  const widest = (labels: readonly string[]) => Math.max(...labels.map(tickWidth))
  const words = tickWords(ticks, metric, units, (labels) => widest(labels) <= SIGNED_MAX * textScale())
  const left = Math.max(LEFT, widest(words) + 6)
  const placed = placePoints(points, y, left)
  const [first, last] = [placed[0], placed.at(-1)]
  if (!first || !last) return <p className={styles.quiet}>{t('No period of the past year has a figure here.')}</p>
  const say = (point: Placed) => markEstimate(formatFigure(point.spread.middle, metric, units), point.isEstimated)
  const label = t('{periods, plural, one {# period} other {# periods}}, from {first} in {from} to {last} in {to}', {
    periods: placed.length,
    first: say(first),
    from: windowMonths(first.edition),
    last: say(last),
    to: windowMonths(last.edition),
  })
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      <g className={styles.axis}>
        {ticks.map((tick, at) => (
          <g key={tick} transform={`translate(0 ${y(tick)})`}>
            <line x1={left} x2={WIDTH - RIGHT} />
            <text x={left - 6} dy="0.32em" textAnchor="end">
              {words[at]}
            </text>
          </g>
        ))}
        {axisEnds(points, left).map(({ edition, x, textAnchor }) => (
          <text key={edition.as_of} x={x} y={height - 6} textAnchor={textAnchor}>
            {windowMonths(edition)}
          </text>
        ))}
      </g>
      {runsOf(placed).map((run) => (
        <g key={run[0]?.edition.as_of}>
          <path className={styles.band} d={bandOf(run, y)} />
          <path className={styles.line} d={`M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`} />
        </g>
      ))}
      {placed.map((point) => (
        <circle
          key={point.edition.as_of}
          className={classes(styles.dot, point.isEstimated && styles.estimated)}
          cx={point.x}
          cy={point.y}
          r={2.5}
        >
          <title>{`${windowMonths(point.edition)}: ${say(point)}`}</title>
        </circle>
      ))}
    </svg>
  )
}

type Scale = ScaleLinear<number, number>

function extentOf(points: readonly HistoryPoint[]): [number, number] {
  const values = points.flatMap(({ spread }) =>
    spread ? [spread.middle, spread.quartiles?.lower ?? spread.middle, spread.quartiles?.upper ?? spread.middle] : [],
  )
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = 0.1 * Math.abs(least) || 1
  return least === most ? [least - room, most + room] : [least, most]
}

/** The labels of the first and the last month, whether they have figures or not: those of two near months would overlap. */
function axisEnds(points: readonly HistoryPoint[], left: number) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  if (first === last) return [{ ...first, x: (left + WIDTH) / 2, textAnchor: 'middle' as const }]
  return [
    { ...first, x: left + 4, textAnchor: 'start' as const },
    { ...last, x: WIDTH - 4, textAnchor: 'end' as const },
  ]
}

/** Months are equally far apart, whether they have figures or not. */
function placePoints(points: readonly HistoryPoint[], y: Scale, left: number): Placed[] {
  const labels = points.map(({ edition }) => parseAsOf(edition.as_of))
  const [first, last] = [labels[0], labels.at(-1)]
  const months = first && last ? Math.max(1, monthsBetween(first, last)) : 1
  return points.flatMap((point, at) => {
    const label = labels[at]
    const { spread } = point
    if (!spread || !first || !label) return []
    const share = points.length === 1 ? 0.5 : monthsBetween(first, label) / months
    return [{ ...point, spread, x: left + 4 + share * (WIDTH - left - RIGHT - 8), y: y(spread.middle) }]
  })
}

/** The points without a month missing between them. */
function runsOf(placed: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = []
  for (const point of placed) {
    const run = runs.at(-1)
    const [before, label] = [parseAsOf(run?.at(-1)?.edition.as_of ?? ''), parseAsOf(point.edition.as_of)]
    if (run && before && label && monthsBetween(before, label) === 1) run.push(point)
    else runs.push([point])
  }
  return runs
}

function bandOf(run: readonly Placed[], y: Scale): string {
  const upper = run.map(({ x, spread }) => `${x} ${y(spread.quartiles?.upper ?? spread.middle)}`)
  const lower = run.map(({ x, spread }) => `${x} ${y(spread.quartiles?.lower ?? spread.middle)}`)
  return `M${[...upper, ...lower.reverse()].join('L')}Z`
}
