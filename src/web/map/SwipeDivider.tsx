import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import styles from './PriceMap.module.css'

/** How far a key moves the divider, in per cent of the width. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -2, ArrowRight: 2, PageDown: -10, PageUp: 10 }
const ENDS: Readonly<Record<string, number>> = { Home: 0, End: 100 }

/** The line between two maps that lie over each other, moved by mouse, finger or keys. */
export function SwipeDivider() {
  const at = usePage((page) => page.dividerAt)
  const move = (to: number) => usePage.getState().set({ dividerAt: Math.min(100, Math.max(0, to)) })
  return (
    <div
      className={styles.divider}
      role="slider"
      tabIndex={0}
      aria-label={t('Line between the two maps')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at)}
      aria-orientation="horizontal"
      style={{ left: `${at}%` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        const { left = 0, width = 1 } = currentTarget.parentElement?.getBoundingClientRect() ?? {}
        move((100 * (clientX - left)) / width)
      }}
      onKeyDown={(event) => {
        const to = ENDS[event.key] ?? (STEPS[event.key] === undefined ? null : at + (STEPS[event.key] ?? 0))
        if (to === null) return
        event.preventDefault()
        move(to)
      }}
    />
  )
}
