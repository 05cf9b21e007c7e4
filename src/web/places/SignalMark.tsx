import type { PlaceSignal } from '../../domain/place.ts'
import { classes } from '../ui/classes.ts'
import { signalBrief, signalText } from './place-words.ts'
import styles from './SignalMark.module.css'

interface SignalMarkProps {
  signal: PlaceSignal
  /** Leaves out the text, for a list with a key beside it. */
  brief?: boolean
}

/** The signal of a place: a dot (full, ring, dash) and its text. */
export function SignalMark({ signal, brief = false }: SignalMarkProps) {
  return (
    <span className={styles.signal}>
      <span className={classes(styles.dot, styles[signal.kind])} aria-hidden />
      {brief ? signalBrief(signal) : signalText(signal)}
    </span>
  )
}
