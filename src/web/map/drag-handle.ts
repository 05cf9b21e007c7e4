import type { LatLng } from '../../domain/distance.ts'
import type { MapShell } from './shell/map-shell.ts'

/** A pointer that moves less than this presses the handle, in CSS pixels. */
const PRESS_PX = 4
/** How far an arrow key moves a handle, in CSS pixels; less with Shift. */
const STEP_PX = { coarse: 10, fine: 1 }

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface HandleActions {
  readonly at: () => LatLng
  readonly canMove: () => boolean
  readonly preview: (at: LatLng) => void
  /** Null lets go of the handle without a change. */
  readonly drop: (at: LatLng | null, how: 'push' | 'replace') => void
  /** Returns undefined where arrow keys move the handle on the screen. */
  readonly step: (steps: number) => unknown
  readonly erase: () => unknown
  readonly press: () => void
}

/** Lets a pointer and the arrow keys move an element on the map. */
export function dragHandle(shell: MapShell, element: HTMLElement, actions: HandleActions): void {
  followPointer(shell, element, actions)
  element.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') actions.erase()
    else if (step && actions.canMove()) move(shell, step, event.shiftKey, actions)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
}

function move(shell: MapShell, [x, y]: readonly [number, number], isFine: boolean, actions: HandleActions): void {
  if (actions.step((x - y) * (isFine ? 0.2 : 1)) !== undefined) return
  const px = isFine ? STEP_PX.fine : STEP_PX.coarse
  const at = shell.camera.pixelOf(actions.at())
  actions.drop(shell.camera.groundAt(at.x + x * px, at.y + y * px), 'replace')
}

function followPointer(shell: MapShell, element: HTMLElement, actions: HandleActions): void {
  let grip: { id: number; x: number; y: number; dx: number; dy: number; isMoved: boolean } | null = null
  const groundUnder = (event: PointerEvent, { dx, dy }: { dx: number; dy: number }) => {
    const { left, top } = shell.container.getBoundingClientRect()
    return shell.camera.groundAt(event.clientX - left + dx, event.clientY - top + dy)
  }
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    const { left, top } = shell.container.getBoundingClientRect()
    const at = shell.camera.pixelOf(actions.at())
    const { clientX: x, clientY: y, pointerId: id } = event
    // The handle keeps its place under the pointer.
    grip = { id, x, y, dx: at.x - (x - left), dy: at.y - (y - top), isMoved: false }
    element.setPointerCapture(id)
    event.stopPropagation()
  })
  element.addEventListener('pointermove', (event) => {
    if (grip?.id !== event.pointerId || !actions.canMove()) return
    grip.isMoved ||= Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > PRESS_PX
    if (grip.isMoved) actions.preview(groundUnder(event, grip))
  })
  element.addEventListener('pointerup', (event) => {
    const held = grip
    grip = null
    if (held?.isMoved) actions.drop(groundUnder(event, held), 'push')
  })
  element.addEventListener('pointercancel', () => {
    if (grip?.isMoved) actions.drop(null, 'replace')
    grip = null
  })
  element.addEventListener('click', (event) => {
    // The map would open the hexagon beneath.
    event.stopPropagation()
    actions.press()
  })
  // The map would also act on these events.
  for (const type of ['mousedown', 'touchstart', 'dblclick'] as const) {
    element.addEventListener(type, (event) => event.stopPropagation())
  }
}
