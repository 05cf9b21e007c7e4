import type { PlaceSignal } from '../../domain/place.ts'
import { classes } from '../ui/classes.ts'
import { signalText } from './place-words.ts'
import styles from './SignalMark.module.css'

/** The signal of a place: a dot (full, ring, dash) and its text. */
export function SignalMark({ signal }: { signal: PlaceSignal }) {
  return (
    <span className={styles.signal}>
      <span className={classes(styles.dot, styles[signal.kind])} aria-hidden />
      {signalText(signal)}
    </span>
  )
}
