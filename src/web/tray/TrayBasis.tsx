import { titleWithUnit } from '../figures/figure-words.ts'
import { windowText } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import styles from './Tray.module.css'
import type { Tray } from './use-tray.ts'

/** What the figures of the areas are: metric, unit, and the resolution and window that they share. */
export function TrayBasis({ tray: { entries, metric, comparability } }: { tray: Tray }) {
  const units = entries.find(({ spread }) => spread !== null)?.units ?? null
  const name = useMetricTitle(units)
  if (units === null) return null
  const title = titleWithUnit(name, metric, units)
  const base = entries.find(({ isBaseline }) => isBaseline)?.area
  return (
    <p className={styles.basis}>
      {comparability.kind === 'same' && base?.resolution != null && base.edition
        ? t('{metric}, at resolution {resolution, number}, {window}', {
            metric: title,
            resolution: base.resolution,
            window: windowText(base.edition),
          })
        : title}
    </p>
  )
}
