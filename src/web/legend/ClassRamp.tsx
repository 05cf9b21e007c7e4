import type { Edition } from '../../contract/proxy-api.ts'
import type { Metric } from '../../domain/figure.ts'
import { formatFigure } from '../lens/figure-words.ts'
import styles from './Legend.module.css'
import { cssColor } from './palette.ts'
import type { Scale } from './use-scale.ts'

/** The class colours in one line between the lowest and the highest break. */
export function ClassRamp({ scale, metric, edition }: { scale: Scale; metric: Metric; edition: Edition }) {
  const format = (value: number | undefined) => (value === undefined ? '' : formatFigure(value, metric, edition, true))
  return (
    <span className={styles.ramp}>
      <span>&lt; {format(scale.breaks[0])}</span>
      <span className={styles.rampColors} aria-hidden>
        {scale.colors.map((color) => (
          <span key={cssColor(color)} style={{ background: cssColor(color) }} />
        ))}
      </span>
      <span>{format(scale.breaks.at(-1))} +</span>
    </span>
  )
}
