import { latLngToCell } from 'h3-js'
import { useEffect } from 'react'
import { type Cell, trustCell } from '../../domain/cell.ts'
import { distanceKm, type LatLng } from '../../domain/distance.ts'
import {
  addCorner,
  closePolygon,
  finishCircle,
  previewCircle,
  removeCorner,
  startSizing,
  stepSize,
} from '../drawing/finish-drawing.ts'
import { radiusBetween } from '../drawing/radius.ts'
import { cancelDrawing } from '../drawing/start-drawing.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { useLiveView } from '../view/live-view.ts'
import { resolutionOver } from '../view/resolution-in-force.ts'
import type { MapShell } from './shell/map-shell.ts'

/** A pointer that moves less than this is a click, in CSS pixels. */
const CLICK_PX = 6
/** A click this close to the first corner closes the outline, in CSS pixels; a finger needs more. */
const CLOSE_PX = { mouse: 10, other: 22 }
/** The browser's click comes within this time after a pointer was lifted. */
const CLICK_FOLLOWS_MS = 300
/** How long after a click the next one at the same place is the second of a double click, in milliseconds. */
const DOUBLE_MS = 400
/** How far an arrow key moves the map under the cross, in CSS pixels; less with Shift. */
const STEP_PX = { coarse: 40, fine: 5 }

/** How much of a step of the radius Shift with an arrow key takes. */
const FINE_STEP = 0.2

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Lets the viewer draw on the map while something is to be drawn; `cross` is shown in its middle for the keys. */
export function useDrawing(shell: MapShell | null, crossClass: string): void {
  const isDrawing = usePage((page) => page.drawing !== null)
  useEffect(() => {
    if (!shell || !isDrawing) return
    const drawer = new Drawer(shell, crossClass)
    return () => drawer.stop()
  }, [shell, isDrawing, crossClass])
}

interface Press {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly ground: LatLng
}

/** Draws one thing, from the moment that the viewer asks for it until it is done or given up. */
class Drawer {
  readonly #shell: MapShell
  readonly #listening = new AbortController()
  readonly #cross = document.createElement('div')
  #press: Press | null = null
  #lastClick: { x: number; y: number; at: number } | null = null

  constructor(shell: MapShell, crossClass: string) {
    this.#shell = shell
    const { canvas } = shell
    const { signal } = this.#listening
    shell.camera.setMoving(false)
    canvas.addEventListener('pointerdown', (event) => this.#begin(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#follow(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#end(event), { signal })
    canvas.addEventListener('pointercancel', () => this.#drop(), { signal })
    canvas.addEventListener('keydown', (event) => this.#key(event), { signal })
    window.addEventListener('keydown', (event) => event.key === 'Escape' && cancelDrawing(), { signal })
    this.#cross.className = crossClass
    this.#cross.ariaHidden = 'true'
    this.#cross.hidden = true
    shell.container.append(this.#cross)
    canvas.focus({ preventScroll: true })
  }

  stop(): void {
    this.#listening.abort()
    if (this.#press !== null) this.#swallowClickOf(this.#press)
    this.#cross.remove()
    this.#shell.camera.setMoving(true)
    usePage.getState().set({ walkedCell: null })
  }

  #begin(event: PointerEvent): void {
    // A second finger zooms the map.
    if (this.#press !== null || event.button !== 0) {
      this.#drop()
      return
    }
    this.#cross.hidden = true
    const { x, y } = this.#pixel(event)
    this.#press = { id: event.pointerId, x, y, ground: this.#shell.camera.groundAt(x, y) }
    this.#shell.canvas.setPointerCapture(event.pointerId)
  }

  #follow(event: PointerEvent): void {
    const { x, y } = this.#pixel(event)
    const { drawing, set } = usePage.getState()
    if (drawing?.kind === 'polygon') {
      const { corners } = drawing
      if (event.pointerType === 'mouse' && corners.length > 0) set({ drawnTo: this.#shell.camera.groundAt(x, y) })
      return
    }
    const press = this.#press
    if (press?.id === event.pointerId && isDrag(press, x, y))
      previewCircle(press.ground, this.#shell.camera.groundAt(x, y))
  }

  #end(event: PointerEvent): void {
    const press = this.#press
    if (press?.id !== event.pointerId) return
    this.#swallowClick()
    this.#press = null
    const { x, y } = this.#pixel(event)
    if (usePage.getState().drawing?.kind === 'polygon') {
      this.#click(x, y, event.pointerType === 'mouse' ? CLOSE_PX.mouse : CLOSE_PX.other)
      return
    }
    const dragged = isDrag(press, x, y) ? distanceKm(press.ground, this.#shell.camera.groundAt(x, y)) : null
    finishCircle(press.ground, dragged === null ? null : radiusBetween(dragged))
  }

  /** For a pointer that is still down when the drawing is cancelled. */
  #swallowClickOf({ id }: Press): void {
    const lifted = new AbortController()
    for (const type of ['pointerup', 'pointercancel'] as const) {
      const end = (event: PointerEvent) => {
        if (event.pointerId !== id) return
        lifted.abort()
        if (type === 'pointerup') this.#swallowClick()
      }
      window.addEventListener(type, end, { capture: true, signal: lifted.signal })
    }
  }

  // The browser's click follows once the drawing is over, and would open the hexagon beneath.
  #swallowClick(): void {
    const over = new AbortController()
    const swallow = (click: Event) => click.stopPropagation()
    this.#shell.canvas.addEventListener('click', swallow, { capture: true, once: true, signal: over.signal })
    setTimeout(() => over.abort(), CLICK_FOLLOWS_MS)
  }

  #click(x: number, y: number, closePx: number): void {
    const { drawing } = usePage.getState()
    const first = drawing?.kind === 'polygon' && drawing.corners.length > 2 ? drawing.corners[0] : undefined
    const start = first && this.#shell.camera.pixelOf(first)
    const last = this.#lastClick
    const isDouble = last !== null && performance.now() - last.at < DOUBLE_MS && !isDrag(last, x, y)
    this.#lastClick = { x, y, at: performance.now() }
    if (isDouble || (start && Math.hypot(start.x - x, start.y - y) <= closePx)) closePolygon()
    else addCorner(this.#shell.camera.groundAt(x, y))
  }

  #drop(): void {
    if (this.#press === null) return
    this.#press = null
    usePage.getState().set({ draft: null })
  }

  #key(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    const { drawing } = usePage.getState()
    const isPolygon = drawing?.kind === 'polygon'
    const sized = drawing?.kind === 'circle' ? drawing.sized : null
    if (step && sized !== null) stepSize((step[0] - step[1]) * (event.shiftKey ? FINE_STEP : 1))
    else if (step) {
      const px = event.shiftKey ? STEP_PX.fine : STEP_PX.coarse
      this.#shell.camera.panBy(step[0] * px, step[1] * px, 0)
      this.#aim()
    } else if (event.key === 'Enter' && isPolygon) closePolygon()
    else if (event.key === ' ' || event.key === 'Enter') this.#place()
    else if (event.key === 'Backspace' && isPolygon) removeCorner()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #place(): void {
    const { drawing, set } = usePage.getState()
    if (drawing?.kind === 'polygon') addCorner(this.#aim())
    else if (drawing?.moves !== null) finishCircle(this.#aim(), null)
    else if (drawing.sized === null) {
      startSizing(this.#aim())
      this.#cross.hidden = true
    } else {
      // The first area's button is gone, so the focus moves to the new circle.
      if (getAddress().areas.length === 0) set({ panelTakesFocus: true })
      finishCircle(drawing.sized, drawing.sized.radius_km)
    }
  }

  /** Shows the cross in the middle of the map, speaks the hexagon under it, and shows an outline with a corner there. */
  #aim(): LatLng {
    this.#cross.hidden = false
    const { clientWidth, clientHeight } = this.#shell.container
    const ground = this.#shell.camera.groundAt(clientWidth / 2, clientHeight / 2)
    usePage.getState().set({ drawnTo: ground, walkedCell: cellUnder(ground) })
    return ground
  }

  #pixel({ clientX, clientY }: PointerEvent): { x: number; y: number } {
    const { left, top } = this.#shell.container.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

function isDrag(from: { x: number; y: number }, x: number, y: number): boolean {
  return Math.hypot(x - from.x, y - from.y) > CLICK_PX
}

/** Returns the hexagon of the map at a point; null before there is a view. */
function cellUnder({ lat, lng }: LatLng): Cell | null {
  const { live } = useLiveView.getState()
  return live && trustCell(latLngToCell(lat, lng, resolutionOver(live.view)))
}
