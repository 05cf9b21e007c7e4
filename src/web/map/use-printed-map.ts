import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { usePage } from '../state/store.ts'
import type { MapShell } from './shell/map-shell.ts'

/**
 * While the browser prints, puts a copy of the map beside its canvas, in the light theme that fits paper. `className` is
 * that of the copy.
 */
export function usePrintedMap(shell: MapShell | null, className: string): void {
  useEffect(() => {
    if (!shell) return
    let copy: HTMLCanvasElement | null = null
    const begin = () => {
      // The browser prints what it finds when the event is over.
      flushSync(() => usePage.getState().set({ isPrinting: true }))
      copy?.remove()
      copy = shell.drawCopy()
      copy.className = className
      shell.container.append(copy)
    }
    const end = () => {
      copy?.remove()
      copy = null
      usePage.getState().set({ isPrinting: false })
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      end()
    }
  }, [shell, className])
}
