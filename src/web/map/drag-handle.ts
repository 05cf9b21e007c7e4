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

/** Lets a pointer and the arrow keys move an element on the map. Returns what lets go of it without a change. */
export function dragHandle(shell: MapShell, element: HTMLElement, actions: HandleActions): () => void {
  element.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') actions.erase()
    else if (step && actions.canMove()) move(shell, step, event.shiftKey, actions)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  return followPointer(shell, element, actions)
}

function move(shell: MapShell, [x, y]: readonly [number, number], isFine: boolean, actions: HandleActions): void {
  if (actions.step((x - y) * (isFine ? 0.2 : 1)) !== undefined) return
  const px = isFine ? STEP_PX.fine : STEP_PX.coarse
  const at = shell.camera.pixelOf(actions.at())
  actions.drop(shell.camera.groundAt(at.x + x * px, at.y + y * px), 'replace')
}

interface Grip {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  isMoved: boolean
  readonly held: AbortController
}

function followPointer(shell: MapShell, element: HTMLElement, actions: HandleActions): () => void {
  let grip: Grip | null = null
  const groundUnder = (event: PointerEvent, { dx, dy }: Grip) => {
    const { left, top } = shell.container.getBoundingClientRect()
    return shell.camera.groundAt(event.clientX - left + dx, event.clientY - top + dy)
  }
  const take = (): Grip | null => {
    const held = grip
    grip = null
    held?.held.abort()
    return held
  }
  const letGo = () => {
    if (take()?.isMoved) actions.drop(null, 'replace')
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !grip?.isMoved) return
    letGo()
    // It would also close the panel or the card that has the focus.
    event.preventDefault()
    event.stopPropagation()
  }
  // Two fingers zoom the map, wherever they are.
  const letGoToZoom = (event: PointerEvent) => {
    if (!event.isPrimary) letGo()
  }
  element.addEventListener('pointerdown', (event) => {
    event.stopPropagation()
    if (event.button !== 0 || !event.isPrimary) return
    // Another pointer, such as a mouse beside a finger, holds another handle.
    const release = shell.hold()
    if (release === null) return
    const { left, top } = shell.container.getBoundingClientRect()
    const at = shell.camera.pixelOf(actions.at())
    const { clientX: x, clientY: y, pointerId: id } = event
    const held = new AbortController()
    // The handle keeps its place under the pointer.
    grip = { id, x, y, dx: at.x - (x - left), dy: at.y - (y - top), isMoved: false, held }
    // Not every browser gives a pressed button the focus.
    window.addEventListener('keydown', cancel, { capture: true, signal: held.signal })
    window.addEventListener('pointerdown', letGoToZoom, { capture: true, signal: held.signal })
    held.signal.addEventListener('abort', release)
    element.setPointerCapture(id)
  })
  element.addEventListener('pointermove', (event) => {
    if (grip?.id !== event.pointerId || !actions.canMove()) return
    grip.isMoved ||= Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > PRESS_PX
    if (grip.isMoved) actions.preview(groundUnder(event, grip))
  })
  element.addEventListener('pointerup', (event) => {
    if (grip?.id !== event.pointerId) return
    const held = take()
    if (held?.isMoved) actions.drop(groundUnder(event, held), 'push')
  })
  element.addEventListener('pointercancel', letGo)
  element.addEventListener('click', (event) => {
    // The map would open the hexagon beneath.
    event.stopPropagation()
    actions.press()
  })
  // The map would also act on these events.
  for (const type of ['mousedown', 'dblclick'] as const) {
    element.addEventListener(type, (event) => event.stopPropagation())
  }
  element.addEventListener('touchstart', (event) => {
    if (event.touches.length === 1) event.stopPropagation()
  })
  return letGo
}
