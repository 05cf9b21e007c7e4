import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { moveArea } from '../../areas/chosen/add-area.ts'
import { t } from '../../language/translate.ts'
import type { AreaColor } from '../../state/address/area-choice.ts'
import styles from './AreaCard.module.css'
import { placeInOrder } from './place-in-order.ts'

interface MoveGripProps {
  color: AreaColor
  name: string
  index: number
  count: number
}

/** Moves an area within the order: dragged, or with the arrow keys. */
export function MoveGrip({ color, name, index, count }: MoveGripProps) {
  const isDragging = useRef(false)
  const follow = (event: PointerEvent<HTMLButtonElement>) => {
    if (!isDragging.current) return
    const list = event.currentTarget.closest('ol')
    const middles = [...(list?.children ?? [])].map((card) => {
      const { top, bottom } = card.getBoundingClientRect()
      return (top + bottom) / 2
    })
    const to = placeInOrder(event.clientY, index, middles)
    if (to !== index) moveArea(color, to)
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    if (index + by >= 0 && index + by < count) moveArea(color, index + by)
  }
  return (
    <button
      type="button"
      className={styles.grip}
      aria-label={t('Move {name}, at place {place, number} of {count, number}. Arrow keys move it.', {
        name,
        place: index + 1,
        count,
      })}
      onKeyDown={step}
      onPointerDown={(event) => {
        isDragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={follow}
      onPointerUp={() => {
        isDragging.current = false
      }}
      onPointerCancel={() => {
        isDragging.current = false
      }}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  )
}
