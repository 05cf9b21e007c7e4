import { useEffect, useState } from 'react'
import { t } from '../language/translate.ts'
import { useTour } from '../state/device/tour.ts'
import { isEmbedded } from '../state/embedded.ts'
import { openTab } from '../state/panel-tab.ts'
import { usePage } from '../state/store.ts'
import styles from './DropFile.module.css'
import { useOpenedFile } from './opened-file.ts'

/**
 * Lets the viewer drop files anywhere on the page; without this, a browser would open one in place of the page. A page in a
 * frame has nowhere to show what is in them, but stays too.
 */
export function DropFile() {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (isEmbedded && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
      else setOver(true)
    }
    const leave = (event: DragEvent) => {
      // It leaves each element that it passes; only outside the page there is no next one.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (isEmbedded || files.length === 0) return
      // They would cover what is found.
      usePage.getState().set({ isReportOpen: false, isShortcutsOpen: false })
      const { stop, go } = useTour.getState()
      if (stop !== null) go(null)
      openTab('compare')
      void useOpenedFile.getState().open(files, true)
    }
    const listeners = { dragover: over, dragleave: leave, drop }
    const each = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][]
    for (const [name, listener] of each) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of each) window.removeEventListener(name, listener)
    }
  }, [])
  if (!isOver) return null
  return (
    <div className={styles.drop}>
      <p className={styles.words}>{t('Drop a file with outlines or points to compare them')}</p>
    </div>
  )
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
