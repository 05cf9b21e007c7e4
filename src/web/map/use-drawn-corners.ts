import { useEffect } from 'react'
import type { LatLng } from '../../domain/distance.ts'
import { usePage } from '../state/store.ts'
import type { MapShell } from './shell/map-shell.ts'

const NONE: readonly LatLng[] = []

/** Marks the corners of the outline that is being drawn; the first one, which closes it, stands out. */
export function useDrawnCorners(shell: MapShell | null, className: string): void {
  const corners = usePage(({ drawing }) => (drawing?.kind === 'polygon' ? drawing.corners : NONE))
  useEffect(() => {
    if (!shell) return
    const marks = corners.map((corner, index) => {
      const dot = document.createElement('div')
      dot.className = className
      dot.ariaHidden = 'true'
      dot.dataset.corner = index === 0 ? 'first' : 'later'
      return shell.mark(corner, dot)
    })
    return () => {
      for (const remove of marks) remove()
    }
  }, [shell, corners, className])
}
