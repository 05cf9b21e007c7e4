import { max } from 'd3-array'
import type { Metric } from '../../domain/figure.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { tickWords } from '../figures/tick-words.ts'
import { cssColor, hatchColor, type Rgb } from '../scale/palette.ts'
import type { Scale } from '../scale/use-scale.ts'
import { usePage } from '../state/store.ts'
import { countOf } from '../ui/format.ts'
import type { ViewCells } from '../view/view-cells.ts'
import styles from './ClassChart.module.css'
import { classLabel } from './class-label.ts'
import { type Bin, histogram } from './histogram.ts'

interface ClassChartProps {
  view: ViewCells
  scale: Scale
  metric: Metric
  units: Units
}

/** A histogram of the cells in view over the class colours. Pressing a class fades all others on the map. */
export function ClassChart({ view, scale, metric, units }: ClassChartProps) {
  const highlighted = usePage((page) => page.highlightedClass)
  const values = view.cells.flatMap(({ figure }) => {
    const value = figure?.[metric] ?? null
    return figure === null || value === null ? [] : [{ value, isEstimated: figure.estimated }]
  })
  const bins = histogram(values, scale.breaks)
  const tallest = max(bins.flat(), ({ observed, estimated }) => observed + estimated) ?? 0
  return (
    <div>
      <fieldset className={styles.classes} aria-label="Classes, lowest to highest">
        {scale.colors.map((color, index) => (
          <ClassColumn
            // biome-ignore lint/suspicious/noArrayIndexKey: a class is identified by its place in the scale
            key={index}
            color={color}
            bins={bins[index] ?? []}
            tallest={tallest}
            label={classLabel(index, scale.breaks, (value) => formatFigure(value, metric, units))}
            isPressed={highlighted === index}
            isFaded={highlighted !== null && highlighted !== index}
            onPress={() => usePage.getState().set({ highlightedClass: highlighted === index ? null : index })}
          />
        ))}
      </fieldset>
      <div className={styles.ticks} aria-hidden>
        {tickWords(scale.breaks, metric, units).map((words, index) => (
          <span key={words} style={{ left: `${(100 * (index + 1)) / scale.colors.length}%` }}>
            {words}
          </span>
        ))}
      </div>
    </div>
  )
}

interface ClassColumnProps {
  color: Rgb
  bins: readonly Bin[]
  tallest: number
  label: string
  isPressed: boolean
  isFaded: boolean
  onPress: () => void
}

function ClassColumn({ color, bins, tallest, label, isPressed, isFaded, onPress }: ClassColumnProps) {
  const observed = bins.reduce((sum, bin) => sum + bin.observed, 0)
  const estimated = bins.reduce((sum, bin) => sum + bin.estimated, 0)
  const words = `${label}: ${countOf(observed + estimated, 'cell')}, ${estimated} of them estimated`
  const percent = (count: number) => `${tallest === 0 ? 0 : (100 * count) / tallest}%`
  const hatch = `repeating-linear-gradient(135deg, ${cssColor(hatchColor(color))} 0 1px, ${cssColor(color)} 1px 4px)`
  return (
    <button
      type="button"
      className={styles.column}
      aria-pressed={isPressed}
      aria-label={words}
      title={words}
      data-faded={isFaded || undefined}
      onClick={onPress}
    >
      <span className={styles.bars}>
        {bins.map((bin, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its place in the class
          <span key={index} className={styles.bar}>
            <span style={{ height: percent(bin.estimated), background: hatch }} />
            <span style={{ height: percent(bin.observed), background: cssColor(color) }} />
          </span>
        ))}
      </span>
      <span className={styles.swatch} style={{ background: cssColor(color) }} />
    </button>
  )
}
