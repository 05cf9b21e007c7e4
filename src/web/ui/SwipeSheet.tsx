import { type ReactNode, type TouchEvent, useRef } from 'react'
import { classes } from './controls/classes.ts'
import styles from './SwipeSheet.module.css'

/** How far a finger pulls a sheet down to close it, in CSS pixels. */
const CLOSE_PX = 72

interface SwipeSheetProps {
  onClose: () => void
  /** Has its full height from the start, where content that arrives later would move it under the finger. */
  isSteady?: boolean
  children: ReactNode
}

/** A phone's bottom sheet: scrolls, and closes when a finger pulls it down from its top. */
export function SwipeSheet({ onClose, isSteady = false, children }: SwipeSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const start = useRef<{ x: number; y: number } | null>(null)

  const pulled = ({ touches, changedTouches }: TouchEvent) => {
    const finger = touches[0] ?? changedTouches[0]
    if (start.current === null || !finger) return 0
    const [down, aside] = [finger.clientY - start.current.y, Math.abs(finger.clientX - start.current.x)]
    return down > aside ? Math.max(0, down) : 0
  }
  const move = (px: number) => {
    if (sheet.current) sheet.current.style.translate = px === 0 ? '' : `0 ${px}px`
  }
  return (
    <div
      ref={sheet}
      className={classes(styles.sheet, isSteady && styles.steady)}
      data-testid="sheet"
      onTouchStart={({ touches, target, currentTarget }) => {
        const finger = touches[0]
        const isAtTop = touches.length === 1 && isScrolledUp(target, currentTarget)
        start.current = isAtTop && finger ? { x: finger.clientX, y: finger.clientY } : null
      }}
      onTouchMove={(event) => move(pulled(event))}
      onTouchEnd={(event) => {
        const isClosed = pulled(event) > CLOSE_PX
        start.current = null
        move(0)
        if (isClosed) onClose()
      }}
      onTouchCancel={() => {
        start.current = null
        move(0)
      }}
    >
      <div className={styles.handle} aria-hidden />
      {children}
    </div>
  )
}

/**
 * True when neither the sheet nor a list within it is scrolled down; also on the tabs, which stay in sight with the handle.
 */
function isScrolledUp(target: EventTarget, sheet: Element): boolean {
  if (target instanceof Element && target.closest('[role="tablist"]')) return true
  for (let each = target instanceof Element ? target : null; each !== null; each = each.parentElement) {
    if (each.scrollTop > 0) return false
    if (each === sheet) break
  }
  return true
}
