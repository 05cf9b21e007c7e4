import { rollup } from 'd3-array'
import type { ScaleLinear } from 'd3-scale'
import { textScale } from '../../figures/text-scale.ts'
import { placeLabels } from './axis-labels.ts'
import styles from './DistributionChart.module.css'
import type { Distribution } from './distribution.ts'

export const BOX_HEIGHT = 14
export const ROW_HEIGHT = 14

/** The distance of an axis's labels from it, and the room for both. */
const LABEL_TOP = 5
export const axisRoom = () => LABEL_TOP + 15 * textScale()

export type Scale = ScaleLinear<number, number>

/** Cells with equal values still need an axis of some length. */
export function domainOf({ least, most }: Pick<Distribution, 'least' | 'most'>): [number, number] {
  const room = 0.1 * Math.abs(least) || 1
  return least === most ? [least - room, most + room] : [least, most]
}

interface QuartileBoxProps {
  x: Scale
  spread: Distribution
  quartiles: NonNullable<Distribution['quartiles']>
  top: number
}

/** The middle half as a box, the extremes as its whiskers, and the middle cell as a line. */
export function QuartileBox({ x, spread, quartiles, top }: QuartileBoxProps) {
  const middle = top + BOX_HEIGHT / 2
  const left = x(quartiles.lower)
  return (
    <g>
      <line className={styles.whisker} x1={x(spread.least)} x2={x(spread.most)} y1={middle} y2={middle} />
      <rect
        className={styles.box}
        x={left}
        y={top}
        width={Math.max(2, x(quartiles.upper) - left)}
        height={BOX_HEIGHT}
        rx={2}
      />
      <line className={styles.middle} x1={x(spread.middle)} x2={x(spread.middle)} y1={top} y2={top + BOX_HEIGHT} />
    </g>
  )
}

interface StripProps {
  x: Scale
  values: readonly number[]
  top: number
  kind: 'observed' | 'estimated'
}

/**
 * One tick for each cell. Thousands of cells share a few hundred columns; the more cells a column has, the more opaque
 * it is.
 */
export function Strip({ x, values, top, kind }: StripProps) {
  const columns = [
    ...rollup(
      values,
      (group) => group.length,
      (value) => Math.round(x(value) * 2) / 2,
    ),
  ]
  const most = Math.max(1, ...columns.map(([, count]) => count))
  return (
    <g className={styles[kind]}>
      {columns.map(([at, count]) => (
        <line key={at} x1={at} x2={at} y1={top + 1} y2={top + ROW_HEIGHT - 2} opacity={0.35 + (0.65 * count) / most} />
      ))}
    </g>
  )
}

interface AxisProps {
  x: Scale
  top: number
  /** Returns the labels of ticks; `hasRoom` tells whether as many fit with the currency's sign as without it. */
  words: (
    ticks: readonly number[],
    hasRoom: (signed: readonly string[], bare: readonly string[]) => boolean,
  ) => readonly string[]
}

/** The axis below, with about four ticks. */
export function Axis({ x, top, words }: AxisProps) {
  const [from, to] = x.range() as [number, number]
  const ticks = x.ticks(4)
  const place = (labels: readonly string[]) =>
    placeLabels(ticks.map((tick, index) => ({ at: x(tick), words: labels[index] ?? '' })))
  const placed = place(words(ticks, (signed, bare) => place(signed).length >= place(bare).length))
  return (
    <g className={styles.axis}>
      <line x1={from} x2={to} y1={top} y2={top} />
      {ticks.map((tick) => (
        <line key={tick} x1={x(tick)} x2={x(tick)} y1={top} y2={top + 4} />
      ))}
      {placed.map(({ at, words: label }) => (
        <text key={at} x={at} y={top + LABEL_TOP + 11 * textScale()} textAnchor="middle">
          {label}
        </text>
      ))}
    </g>
  )
}
