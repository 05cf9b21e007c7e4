import type { PlaceSignal } from '../../domain/place.ts'
import { useRecordWord } from '../free/coverage.ts'
import { classes } from '../ui/controls/classes.ts'
import { signalBrief, signalText } from './place-words.ts'
import styles from './SignalMark.module.css'

interface SignalMarkProps {
  signal: PlaceSignal
  /** Says it in a word or two, for a list with a key beside it. */
  brief?: boolean
  /** The period that goes without saying; null for none. */
  usual?: string | null
}

/** The signal of a place: a dot (full, ring, dash) and its text. */
export function SignalMark({ signal, brief = false, usual = null }: SignalMarkProps) {
  const records = useRecordWord()
  const isUsual = signal.kind === 'figures' && signal.current_period === usual
  return (
    <span className={styles.signal}>
      <span className={classes(styles.dot, styles[signal.kind])} aria-hidden />
      {!isUsual && (brief ? signalBrief(signal, records) : signalText(signal, records))}
    </span>
  )
}
