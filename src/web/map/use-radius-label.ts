import { useEffect } from 'react'
import { usePage } from '../state/store.ts'
import { radiusWords } from '../ui/words/radius-words.ts'
import type { MapShell } from './shell/map-shell.ts'

/** A point this close to the top of the map has its label below it, in CSS pixels. */
const TOP_PX = 90

/** Shows the radius of a circle beside the point that changes it. A movement of the pointer renders nothing of the page. */
export function useRadiusLabel(shell: MapShell | null, className: string): void {
  useEffect(() => {
    if (!shell) return
    const label = document.createElement('div')
    label.className = className
    label.ariaHidden = 'true'
    let pin: ReturnType<MapShell['pin']> | null = null
    const show = (draft: Draft) => {
      if (draft?.shape.kind !== 'circle' || draft.rim === null) {
        pin?.remove()
        pin = null
        return
      }
      label.dataset.radius = radiusWords(draft.shape.circle.radius_km)
      label.dataset.side = shell.camera.pixelOf(draft.rim).y < TOP_PX ? 'below' : 'above'
      if (pin === null) pin = shell.pin(draft.rim, label)
      else pin.move(draft.rim)
    }
    const stop = usePage.subscribe((page, before) => page.draft !== before.draft && show(page.draft))
    return () => {
      stop()
      pin?.remove()
    }
  }, [shell, className])
}

type Draft = ReturnType<typeof usePage.getState>['draft']
