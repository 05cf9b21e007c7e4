import { cssColor, hatchColor, type Rgb } from '../../scale/palette.ts'
import type { BarScale } from './bar-scale.ts'
import styles from './ClassChart.module.css'
import type { Bin } from './histogram.ts'

interface ClassColumnProps {
  color: Rgb
  bins: readonly Bin[]
  scales: Readonly<Record<keyof Bin, BarScale>>
  /** False where estimated cells have no value: the observed ones then have the room of both. */
  hasEstimated: boolean
  /** The class and its counts in words. */
  words: string
  isPressed: boolean
  isFaded: boolean
  onPress: () => void
  onPoint: (isPointed: boolean) => void
}

/** One class of the chart: its bars, observed above estimated, over its colour, as a button. */
export function ClassColumn(props: ClassColumnProps) {
  const { color, bins, scales, hasEstimated, words, isPressed, isFaded, onPress, onPoint } = props
  const plain = cssColor(color)
  const hatch = `repeating-linear-gradient(135deg, ${cssColor(hatchColor(color))} 0 1px, ${plain} 1px 4px)`
  return (
    <button
      type="button"
      data-on-paper
      className={styles.column}
      aria-pressed={isPressed}
      aria-label={words}
      data-faded={isFaded || undefined}
      onClick={onPress}
      // A finger points at what it presses; only a mouse can point without pressing.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onPoint(true)}
      onBlur={() => onPoint(false)}
      onKeyDown={({ key }) => key === 'Escape' && isPressed && onPress()}
    >
      <Bars counts={bins.map(({ observed }) => observed)} scale={scales.observed} background={plain} />
      {hasEstimated && (
        <Bars counts={bins.map(({ estimated }) => estimated)} scale={scales.estimated} background={hatch} />
      )}
      <span className={styles.swatch} style={{ background: plain }} />
    </button>
  )
}

function Bars({ counts, scale, background }: { counts: readonly number[]; scale: BarScale; background: string }) {
  return (
    <span className={styles.bars}>
      {counts.map((count, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its place in the class
          key={index}
          className={styles.bar}
          data-cut={count > scale.full || undefined}
          // A single cell can be seen beside many.
          style={{ height: count === 0 ? 0 : `max(2px, ${Math.min(100, (100 * count) / scale.full)}%)`, background }}
        />
      ))}
    </span>
  )
}
