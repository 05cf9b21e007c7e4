import { useEffect } from 'react'
import { outlineOfShape } from '../drawing/area-outlines.ts'
import { freeColor } from '../state/address/area-list.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { mapTheme } from './basemap/map-theme.ts'
import { draftLayers } from './layer-order.ts'
import type { Ring } from './layers/outlines.ts'
import type { MapShell } from './shell/map-shell.ts'

/** Draws what the viewer is drawing or changing. A movement of the pointer renders nothing of the page. */
export function useDraft(shell: MapShell | null, theme: 'light' | 'dark'): void {
  useEffect(() => {
    if (!shell) return
    const colors = mapTheme(theme)
    const draw = (page: Page) => {
      const path = pathOf(page)
      const color = colors.areaColors[page.draft?.color ?? freeColor(getAddress().areas) ?? 0]
      shell.layers.setDraft(draftLayers(path && color ? { path, color } : null, colors))
    }
    draw(usePage.getState())
    return usePage.subscribe((page, before) => {
      if (page.draft !== before.draft || page.drawing !== before.drawing || page.drawnTo !== before.drawnTo) draw(page)
    })
  }, [shell, theme])
}

type Page = ReturnType<typeof usePage.getState>

/** The outline of a changed shape, or the one that the corners so far would close; null for nothing. */
function pathOf({ draft, drawing, drawnTo }: Page): Ring | null {
  if (draft !== null) return draft.shape.kind === 'place' ? null : (outlineOfShape(draft.shape)[0]?.[0] ?? null)
  if (drawing?.kind !== 'polygon' || drawing.corners.length === 0) return null
  const points = drawnTo === null ? drawing.corners : [...drawing.corners, drawnTo]
  const closed = points.length > 2 ? [...points, ...points.slice(0, 1)] : points
  let before = points[0]?.lng ?? 0
  return closed.map(({ lat, lng }) => {
    before = lng + 360 * Math.round((before - lng) / 360)
    return [before, lat] as const
  })
}
