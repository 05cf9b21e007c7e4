import { titleWithUnit } from '../../figures/figure-words.ts'
import { useShownUnits } from '../../figures/use-shown-currency.ts'
import { useMetricTitle } from '../../metric/use-metric-title.ts'
import { hasClasses, useScale } from '../../scale/use-scale.ts'
import { useAddress } from '../../state/use-address.ts'
import { useViewCells } from '../../view/view-cells.ts'
import { ClassRamp } from './ClassRamp.tsx'
import styles from './LegendStrip.module.css'

/** What the colours of the map around it mean, in two lines; nothing while there are no classes. */
export function MapRamp() {
  const view = useViewCells()
  const scale = useScale()
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(view?.edition ?? null)
  const title = useMetricTitle(units)
  if (!view || !scale || !units || !hasClasses(scale, view, metric)) return null
  return (
    <div className={styles.own} data-testid="own-classes">
      <p className={styles.window}>{titleWithUnit(title, metric, units)}</p>
      <ClassRamp view={view} scale={scale} metric={metric} units={units} />
    </div>
  )
}
