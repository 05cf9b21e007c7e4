import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Panel.module.css'

interface PanelProps {
  /** The heading; a panel without one needs `label`. */
  title?: ReactNode
  /** Small text above the heading. */
  kicker?: ReactNode
  label?: string
  /** Shows a close button. */
  onClose?: () => void
  closeLabel?: string
  /** Leaves out the padding. */
  bare?: boolean
  children: ReactNode
}

/** A panel over the map: a labelled region with an optional heading and close button. */
export function Panel({ title, kicker, label, onClose, closeLabel = 'Close', bare = false, children }: PanelProps) {
  const headingId = useId()
  return (
    <section
      className={classes(styles.panel, bare && styles.bare)}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': headingId })}
    >
      {title !== undefined && (
        <header className={styles.header}>
          <div className={styles.titles}>
            {kicker !== undefined && <p className={styles.kicker}>{kicker}</p>}
            <h2 id={headingId} className={styles.title}>
              {title}
            </h2>
          </div>
          {onClose && (
            <IconButton label={closeLabel} onPress={onClose}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </header>
      )}
      {children}
    </section>
  )
}
