import type { CellState } from '../../../domain/figure.ts'
import styles from './StateCounts.module.css'

/** A small square that looks like a state's cells on the map. */
export function StateMark({ state }: { state: CellState }) {
  return <span className={styles.mark} data-state={state} aria-hidden />
}
