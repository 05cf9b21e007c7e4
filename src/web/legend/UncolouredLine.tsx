import type { Metric } from '../../domain/figure.ts'
import { t } from '../language/translate.ts'
import { valuesInView } from '../scale/use-scale.ts'
import type { ViewCells } from '../view/view-cells.ts'
import styles from './Legend.module.css'

/** Says how many hexagons with figures have none of the kind shown; otherwise nothing. The counts of states include them. */
export function UncolouredLine({ view, metric }: { view: ViewCells; metric: Metric }) {
  const { observed, estimated } = view.counts
  const count = observed + estimated - valuesInView(view, metric).length
  // Of listings, the notes say it.
  if (count <= 0 || metric === 'listings') return null
  return (
    <p className={styles.fine} data-testid="uncoloured">
      {t(
        '{count, plural, one {# of these cells lacks this figure and has} other {# of these cells lack this figure and have}} no colour.',
        { count },
      )}
    </p>
  )
}
