import { scaleLinear } from 'd3-scale'
import { isMedian } from '../../domain/figure.ts'
import { areaStyle } from '../areas/chosen/AreaChip.tsx'
import { letterOf } from '../areas/chosen/area-name.ts'
import { CHART_WIDTH } from '../areas/spread/axis-labels.ts'
import {
  Axis,
  axisRoom,
  BOX_HEIGHT,
  domainOf,
  QuartileBox,
  ROW_HEIGHT,
  type Scale,
  Strip,
} from '../areas/spread/chart-parts.tsx'
import type { Distribution } from '../areas/spread/distribution.ts'
import { isMostlyEstimated, markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure } from '../figures/figure-words.ts'
import { tickWords } from '../figures/tick-words.ts'
import { t } from '../language/translate.ts'
import type { Tray, TrayEntry } from './compared/use-tray.ts'
import styles from './Tray.module.css'

const LEFT = 24
const RIGHT = 14
const BAND = BOX_HEIGHT + ROW_HEIGHT + 14

interface TrayChartProps {
  tray: Tray
  /** What stands below the title. */
  children?: React.ReactNode
}

/** The cells of all areas on one axis: a quartile box for each, over a strip with a tick for each cell. */
export function TrayChart({ tray: { entries, metric }, children }: TrayChartProps) {
  const known = entries.filter((entry) => entry.spread !== null)
  const units = known[0]?.units ?? null
  const base = entries.find(({ isBaseline }) => isBaseline)
  const spreads = known.flatMap(({ spread }) => spread ?? [])
  if (units === null || spreads.length === 0) return null
  const domain = domainOf({
    least: Math.min(...spreads.map(({ least }) => least)),
    most: Math.max(...spreads.map(({ most }) => most)),
  })
  const x = scaleLinear(domain, [LEFT, CHART_WIDTH - RIGHT]).nice(10)
  const bottom = entries.length * BAND
  const baseAt = base?.spread && x(base.spread.middle)
  return (
    <div>
      <h2 className={styles.title}>
        {isMedian(metric) ? t('Distribution of cell medians') : t('Distribution of the cells')}
      </h2>
      {children}
      <svg
        className={styles.chart}
        viewBox={`0 0 ${CHART_WIDTH} ${bottom + 4 + axisRoom()}`}
        role="img"
        aria-label={known.map((entry) => bandWords(entry, (value) => formatFigure(value, metric, units))).join(' ')}
      >
        {baseAt !== null && baseAt !== undefined && (
          <line className={styles.base} x1={baseAt} x2={baseAt} y1={0} y2={bottom} />
        )}
        {entries.map((entry, index) => (
          <Band key={entry.chosen.color} entry={entry} x={x} top={index * BAND + 4} />
        ))}
        <Axis x={x} top={bottom} words={(ticks, hasRoom) => tickWords(ticks, metric, units, hasRoom)} />
      </svg>
    </div>
  )
}

function Band({ entry: { chosen, figures, spread }, x, top }: { entry: TrayEntry; x: Scale; top: number }) {
  const middle = top + (BOX_HEIGHT + ROW_HEIGHT) / 2
  return (
    <g style={areaStyle(chosen.color)}>
      <circle className={styles.disc} cx={9} cy={middle} r={8} />
      <text className={styles.letter} x={9} y={middle + 3.5} textAnchor="middle">
        {letterOf(chosen.color)}
      </text>
      {spread === null ? (
        <text className={styles.noFigures} x={LEFT} y={middle + 4}>
          {t('No figures')}
        </text>
      ) : (
        <>
          {spread.quartiles && <QuartileBox x={x} spread={spread} quartiles={spread.quartiles} top={top} />}
          <Strip x={x} values={figures.observed} top={top + BOX_HEIGHT + 2} kind="observed" />
          <Strip x={x} values={figures.estimated} top={top + BOX_HEIGHT + 2} kind="estimated" />
        </>
      )}
    </g>
  )
}

function bandWords({ name, spread, chosen, figures }: TrayEntry, say: (value: number) => string): string {
  const format = (value: number) => markEstimate(say(value), isMostlyEstimated(figures))
  const { quartiles, least, most, middle, count } = spread as Distribution
  const values = {
    letter: letterOf(chosen.color),
    name,
    count,
    middle: format(middle),
    least: format(least),
    most: format(most),
  }
  if (values.least === values.most) {
    return t('{letter}, {name}: {count, plural, one {# cell, {middle}} other {# cells, all {middle}}}.', values)
  }
  return quartiles === null
    ? t(
        '{letter}, {name}: {count, plural, one {# cell} other {# cells}} from {least} to {most}, the middle cell {middle}.',
        values,
      )
    : t(
        '{letter}, {name}: {count, plural, one {# cell} other {# cells}} from {least} to {most}, the middle half from {lower} to {upper}, the middle cell {middle}.',
        { ...values, lower: format(quartiles.lower), upper: format(quartiles.upper) },
      )
}
