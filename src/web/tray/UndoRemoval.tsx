import { useLayoutEffect, useRef } from 'react'
import { undoRemoval } from '../areas/chosen/add-area.ts'
import { useAreaNames } from '../areas/chosen/area-name.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import styles from './Tray.module.css'

/** Brings back the area that was removed last, as long as no other was added. */
export function UndoRemoval() {
  const last = usePage((page) => page.removedAreas.at(-1) ?? null)
  const [name = ''] = useAreaNames(last === null ? [] : [last.area])
  const undo = useRef<HTMLButtonElement>(null)
  const before = useRef(last)
  useLayoutEffect(() => {
    const isNew = last !== before.current
    before.current = last
    // The button that removed the area had the focus and is gone with it.
    if (isNew && document.activeElement === document.body) undo.current?.focus()
  }, [last])
  return (
    <div role="status">
      {last !== null && (
        <div className={styles.undo}>
          <span>{t('{name} removed.', { name })}</span>
          <Button ref={undo} onPress={undoRemoval}>
            {t('Undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
