import type { Metric } from '../../../domain/figure.ts'
import { formatFigure, type Units } from '../../figures/figure-words.ts'
import { tickDigits } from '../../figures/tick-words.ts'
import { useChosenClass, useHighlightedClass } from '../../scale/highlighted-class.ts'
import { cssColor } from '../../scale/palette.ts'
import { type Scale, valuesInView } from '../../scale/use-scale.ts'
import type { ViewCells } from '../../view/view-cells.ts'
import { extentLabel, onlyClassWords } from './class-label.ts'
import styles from './LegendStrip.module.css'

interface ClassRampProps {
  view: ViewCells
  scale: Scale
  metric: Metric
  units: Units
}

/**
 * The class colours on one line between the lowest and the highest break; one class has the values in view beside it. A second
 * line says which class was chosen to stand out.
 */
export function ClassRamp({ view, scale, metric, units }: ClassRampProps) {
  const [lowest, highest] = [scale.breaks[0], scale.breaks.at(-1)]
  const digits = tickDigits(scale.breaks, metric, units)
  const format = (value: number) => formatFigure(value, metric, units, digits)
  const highlighted = useHighlightedClass(scale)
  const chosen = useChosenClass(scale)
  return (
    <>
      <span className={styles.ramp}>
        {lowest !== undefined && <span>{`< ${format(lowest)}`}</span>}
        <span className={styles.rampColors} aria-hidden>
          {scale.onMap.map((color, index) => (
            <span
              key={cssColor(color)}
              data-faded={(highlighted !== null && highlighted !== index) || undefined}
              style={{ background: cssColor(color) }}
            />
          ))}
        </span>
        <span>
          {highest === undefined
            ? extentLabel(valuesInView(view, metric), (value) => formatFigure(value, metric, units, 3))
            : `≥ ${format(highest)}`}
        </span>
      </span>
      {chosen !== null && <span className={styles.only}>{onlyClassWords(chosen, scale.breaks, metric, units)}</span>}
    </>
  )
}
