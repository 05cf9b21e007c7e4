import { CELL_STATES, type CellState } from '../../../domain/figure.ts'
import { stateLabel } from '../../figures/state-words.ts'
import { useRecordWord } from '../../free/coverage.ts'
import { formatCount } from '../../ui/words/format.ts'
import type { AreaCounts } from '../spread/area-figures.ts'
import styles from './Area.module.css'

/** States that are listed even with no cells; the sea is never listed. */
const ALWAYS: readonly CellState[] = ['observed', 'estimated', 'too_few']

/** The number of the area's cells in each state. */
export function AreaCountsList({ counts, isLoading }: { counts: AreaCounts; isLoading: boolean }) {
  const records = useRecordWord()
  // Cells that the proxy is still being asked about are not yet known to be unbought.
  const shown = isLoading ? { ...counts, loading: counts.loading + counts.not_bought, not_bought: 0 } : counts
  const isOpen = isLoading || shown.loading > 0
  return (
    <dl className={styles.counts}>
      {CELL_STATES.filter((state) => ALWAYS.includes(state) || (state !== 'sea' && shown[state] > 0)).map((state) => (
        <div key={state} className={styles.count}>
          <dt>{stateLabel(state, records)}</dt>
          {/* A zero would say that there are none. */}
          <dd>{isOpen && shown[state] === 0 ? '…' : formatCount(shown[state])}</dd>
        </div>
      ))}
    </dl>
  )
}
