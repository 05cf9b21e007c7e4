import type { Metric } from '../../domain/figure.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { tickWords } from '../figures/tick-words.ts'
import { useHighlightedClass } from '../scale/highlighted-class.ts'
import { cssColor } from '../scale/palette.ts'
import type { Scale } from '../scale/use-scale.ts'
import styles from './LegendStrip.module.css'

/** The class colours on one line between the lowest and the highest break. */
export function ClassRamp({ scale, metric, units }: { scale: Scale; metric: Metric; units: Units }) {
  const lowest = scale.breaks[0]
  const highlighted = useHighlightedClass(scale.breaks)
  return (
    <span className={styles.ramp}>
      <span>{`< ${lowest === undefined ? '' : formatFigure(lowest, metric, units, 3)}`}</span>
      <span className={styles.rampColors} aria-hidden>
        {scale.onMap.map((color, index) => (
          <span
            key={cssColor(color)}
            data-faded={(highlighted !== null && highlighted !== index) || undefined}
            style={{ background: cssColor(color) }}
          />
        ))}
      </span>
      {/* The lowest break names the currency; naming it twice would leave no room for the colours. */}
      <span>{tickWords(scale.breaks, metric, units).at(-1)} +</span>
    </span>
  )
}
