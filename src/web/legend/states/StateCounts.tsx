import { CELL_STATES, type CellState } from '../../../domain/figure.ts'
import { stateLabel } from '../../figures/state-words.ts'
import { useRecordWord } from '../../free/coverage.ts'
import { t } from '../../language/translate.ts'
import { formatCount } from '../../ui/words/format.ts'
import styles from './StateCounts.module.css'
import { StateMark } from './StateMark.tsx'

/**
 * The number of cells in view in each state: observed and estimated always, others when there are any, the sea never. Those that
 * are loading stand below the histograms: a row that goes when they arrive would move the others.
 */
export function StateCounts({ counts }: { counts: Readonly<Record<CellState, number>> }) {
  const records = useRecordWord()
  const shown = CELL_STATES.filter(
    (state) =>
      state === 'observed' || state === 'estimated' || (state !== 'sea' && state !== 'loading' && counts[state] > 0),
  )
  const isSea = counts.sea > 0 && CELL_STATES.every((state) => state === 'sea' || counts[state] === 0)
  if (isSea) return <p className={styles.sea}>{t('This view lies in the sea.')}</p>
  return (
    <ul className={styles.counts} aria-label={t('Cells in view')}>
      {shown.map((state) => (
        <li key={state}>
          <StateMark state={state} />
          <span>{stateLabel(state, records)}</span>
          <span className={styles.count}>{formatCount(counts[state])}</span>
        </li>
      ))}
    </ul>
  )
}

/** The number of cells that are loading, in one line of small text. */
export function LoadingCount({ count }: { count: number }) {
  return (
    <span className={styles.loading}>
      <StateMark state="loading" /> {t('Loading')} {formatCount(count)}
    </span>
  )
}
