import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../language/translate.ts'
import { IconButton } from './controls/Button.tsx'
import { classes } from './controls/classes.ts'
import { ErrorBoundary } from './failures/ErrorBoundary.tsx'
import styles from './Panel.module.css'

interface PanelProps {
  /** The heading; a panel without one needs `label`. */
  title?: ReactNode
  /** Small text above the heading. */
  kicker?: ReactNode
  /** What the panel is about before anything else, above the heading. */
  figure?: ReactNode
  /** Attributes of the element around everything. */
  content?: Readonly<Record<`data-${string}`, string>>
  /** Keeps the heading and the close button in sight while a sheet around the panel scrolls. */
  keepsHeading?: boolean
  /** The `data-opens` of the button that opens the panel: it gets the focus after one that a link opened. */
  openedBy?: string
  label?: string
  /** It is about the map alone, which gets the focus when the panel goes. */
  isAboutMap?: boolean
  /** Shows a close button. */
  onClose?: () => void
  closeLabel?: string
  /** Leaves Escape alone, where closing takes away what the viewer made. */
  keepsOnEscape?: boolean
  /** Takes the focus when it appears. */
  takesFocus?: boolean
  /** Leaves out the padding. */
  bare?: boolean
  children: ReactNode
}

/** A panel over the map: a labelled region with an optional heading and close button. */
export function Panel(props: PanelProps) {
  const { title, kicker, figure, content, label, onClose, bare = false, takesFocus = false, children } = props
  const closeLabel = props.closeLabel ?? t('Close')
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) section.current?.focus()
  }, [takesFocus])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || props.keepsOnEscape || !onClose) return
    event.stopPropagation()
    onClose()
  }
  const titles = (
    <div className={styles.titles}>
      {kicker !== undefined && <p className={styles.kicker}>{kicker}</p>}
      <h2 id={headingId} className={styles.title}>
        {title}
      </h2>
    </div>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the Escape key of the controls within
    <section
      ref={section}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      className={classes(styles.panel, bare && styles.bare, props.keepsHeading && styles.keepsHeading)}
      data-opened-by={props.openedBy}
      data-about-map={props.isAboutMap || undefined}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': headingId })}
    >
      <div {...content}>
        {title !== undefined && (
          <header>
            <div className={styles.header}>
              {figure ? <div className={styles.figure}>{figure}</div> : titles}
              {onClose && (
                <IconButton label={closeLabel} onPress={onClose}>
                  <X size={16} aria-hidden />
                </IconButton>
              )}
            </div>
            {figure && titles}
          </header>
        )}
        {/* A fault in one panel leaves the others alone. */}
        <ErrorBoundary part={label ?? (typeof title === 'string' ? title : t('This part of the page'))}>
          {children}
        </ErrorBoundary>
      </div>
    </section>
  )
}
