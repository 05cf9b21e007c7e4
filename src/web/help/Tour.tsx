import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { t } from '../language/translate.ts'
import { useTour } from '../state/device/tour.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './Tour.module.css'
import { tourStops } from './tour-stops.ts'

/** The tour while it is taken; on a first visit without a link, the offer of one. */
export function Tour() {
  const { stop, isOffered, go } = useTour()
  const openedWith = usePage((page) => page.openedWith)
  const hasSheet = usePage((page) => page.sheet !== null)
  // A viewer who has begun to use the page is not interrupted.
  const hasChosen = useAddress(({ cell, place, areas }) => cell !== null || place !== null || areas.length > 0)
  if (stop !== null) return <Stop index={stop} />
  if (!isOffered || openedWith !== 'nothing' || hasSheet || hasChosen) return null
  return (
    <Panel label={t('Tour')} bare>
      <Notice kind="info">
        <p>{t('New here? See the page in five steps.')}</p>
        <div className={styles.offer}>
          <Button look="link" onPress={() => go(0)}>
            {t('Show me around')}
          </Button>
          <Button look="link" onPress={() => go(null)}>
            {t('No, thanks')}
          </Button>
        </div>
      </Notice>
    </Panel>
  )
}

function Stop({ index }: { index: number }) {
  const go = useTour((tour) => tour.go)
  const stops = tourStops()
  const stop = stops[index]
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const part = stop?.part
  useEffect(() => {
    heading.current?.focus()
    const shown = document.querySelector(`[data-tour~=${part}]`)
    shown?.setAttribute('data-tour-on', '')
    return () => shown?.removeAttribute('data-tour-on')
  }, [part])
  if (!stop) return null
  const isLast = index === stops.length - 1
  const endOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    go(null)
  }
  return (
    <section className={styles.card} aria-labelledby={titleId} onKeyDown={endOnEscape}>
      <p className={styles.quiet}>
        {t('Step {step, number} of {steps, number}', { step: index + 1, steps: stops.length })}
      </p>
      <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
        {stop.title}
      </h2>
      <p>{stop.text}</p>
      <div className={styles.actions}>
        {!isLast && (
          <Button look="link" onPress={() => go(null)}>
            {t('End the tour')}
          </Button>
        )}
        <span className={styles.steps}>
          {index > 0 && <Button onPress={() => go(index - 1)}>{t('Back')}</Button>}
          <Button look="primary" onPress={() => go(isLast ? null : index + 1)}>
            {isLast ? t('Done') : t('Next')}
          </Button>
        </span>
      </div>
    </section>
  )
}
