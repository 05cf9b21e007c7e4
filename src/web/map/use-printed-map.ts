import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { letterOf } from '../areas/chosen/area-name.ts'
import { type AreaOutline, useAreaOutlines } from '../drawing/area-outlines.ts'
import { drawLetter } from '../drawing/draw-letter.ts'
import { usePage } from '../state/store.ts'
import { colorOfPage } from '../ui/style/color-of-page.ts'
import type { MapShell } from './shell/map-shell.ts'

/** As on the screen, in CSS pixels. */
const RADIUS_PX = 11

/**
 * While the browser prints, puts a copy of the map beside its canvas, with the letters of the compared areas, in the light
 * theme that fits paper. `className` is that of the copy.
 */
export function usePrintedMap(shell: MapShell | null, className: string): void {
  const areas = useAreaOutlines()
  useEffect(() => {
    if (!shell) return
    let copy: HTMLCanvasElement | null = null
    const begin = () => {
      // The browser prints what it finds when the event is over.
      flushSync(() => usePage.getState().set({ isPrinting: true }))
      copy?.remove()
      copy = shell.drawCopy()
      drawLetters(copy, shell, areas)
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
  }, [shell, className, areas])
}

/** The letters on the screen are elements, which would stay where they are while the map takes the size of the paper. */
function drawLetters(copy: HTMLCanvasElement, shell: MapShell, areas: readonly AreaOutline[]): void {
  const pen = copy.getContext('2d')
  if (!pen) return
  const ratio = copy.width / shell.container.clientWidth
  pen.scale(ratio, ratio)
  const colors = { onArea: colorOfPage('--on-area'), font: getComputedStyle(document.body).fontFamily }
  for (const { color, middle } of areas) {
    const { x, y } = shell.camera.pixelOf(middle)
    drawLetter(
      pen,
      { x, y, radius: RADIUS_PX },
      { text: letterOf(color), color: colorOfPage(`--area-${color}`) },
      colors,
    )
  }
}
