import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { type Circle, destination, type LatLng } from '../../domain/distance.ts'
import { CORNERS_MIN } from '../../domain/polygon.ts'
import { reshapeArea } from '../areas/chosen/add-area.ts'
import { letterOf } from '../areas/chosen/area-name.ts'
import { RADIUS_KM_MIN } from '../drawing/radius.ts'
import { movedCircle, movedCorner, resizedCircle, steppedCircle, withoutCorner } from '../drawing/reshape.ts'
import { t } from '../language/translate.ts'
import type { AreaColor, AreaShape, ChosenArea } from '../state/address/area-choice.ts'
import { usePage } from '../state/store.ts'
import { radiusWords } from '../ui/words/radius-words.ts'
import { dragHandle } from './drag-handle.ts'
import type { MapShell } from './shell/map-shell.ts'

/** The classes of the elements on the map. */
export interface HandleClasses {
  readonly chip: string
  readonly handle: string
}

interface ShownArea {
  readonly area: ChosenArea
  readonly name: string
  /** Null while its cells are not known. */
  readonly middle: LatLng | null
}

/** Something on the map that the viewer can drag. */
interface Handle {
  readonly key: string
  readonly at: LatLng
  readonly label: string
  /** In km, where the handle changes it. */
  readonly radius?: number
  readonly text: string
  readonly color: AreaColor
  readonly isChip: boolean
  /** Returns the area's shape once the handle is at a place; null where it cannot be moved. */
  readonly movedTo: ((at: LatLng) => AreaShape | null) | null
  /** Returns the shape after an arrow key, where a key does not move the handle on the screen. */
  readonly stepped?: (steps: number) => AreaShape
  readonly remove?: () => AreaShape | null
  readonly press?: () => void
}

interface Pinned {
  handle: Handle
  readonly element: HTMLButtonElement
  readonly pin: ReturnType<MapShell['pin']>
  letGo: () => void
}

/** The letters and handles of the compared areas on one map. An element stays as long as its area, and so the focus. */
export class AreaHandles {
  readonly #shell: MapShell
  readonly #classes: HandleClasses
  readonly #pinned = new Map<string, Pinned>()

  constructor(shell: MapShell, classes: HandleClasses) {
    this.#shell = shell
    this.#classes = classes
  }

  show(areas: readonly ShownArea[], open: AreaColor | null): void {
    const handles = areas.flatMap((shown) => handlesOf(shown, shown.area.color === open))
    const wanted = new Set(handles.map(({ key }) => key))
    for (const [key, { pin, letGo }] of this.#pinned) {
      if (wanted.has(key)) continue
      letGo()
      pin.remove()
      this.#pinned.delete(key)
    }
    for (const handle of handles) this.#place(handle)
    this.#shell.keepClear(handles.filter(({ isChip }) => isChip).map(({ at }) => at))
  }

  remove(): void {
    for (const { pin, letGo } of this.#pinned.values()) {
      letGo()
      pin.remove()
    }
    this.#pinned.clear()
    this.#shell.keepClear([])
  }

  #place(handle: Handle): void {
    const known = this.#pinned.get(handle.key)
    const element = known?.element ?? document.createElement('button')
    // The map adds classes of its own, so these are never set again.
    if (!known) element.className = handle.isChip ? this.#classes.chip : this.#classes.handle
    element.style.setProperty('--mark', `var(--area-${handle.color})`)
    element.textContent = handle.text
    element.setAttribute('aria-label', handle.label)
    if (handle.radius !== undefined) describeRadius(element, handle.radius)
    element.dataset.handle = handle.key
    if (known) {
      known.handle = handle
      known.pin.move(handle.at)
      return
    }
    element.type = 'button'
    const pinned: Pinned = { handle, element, pin: this.#shell.pin(handle.at, element), letGo: () => {} }
    this.#pinned.set(handle.key, pinned)
    pinned.letGo = dragHandle(this.#shell, element, {
      at: () => pinned.handle.at,
      canMove: () => pinned.handle.movedTo !== null,
      preview: (at) => this.#preview(pinned, at),
      drop: (at, how) => this.#drop(pinned, at, how),
      step: (steps) => pinned.handle.stepped && commit(pinned.handle.color, pinned.handle.stepped(steps), 'replace'),
      erase: () => pinned.handle.remove && commit(pinned.handle.color, pinned.handle.remove(), 'push'),
      press: () => pinned.handle.press?.(),
    })
  }

  #preview({ handle, pin }: Pinned, at: LatLng): void {
    const shape = handle.movedTo?.(at) ?? null
    if (shape === null) return
    pin.move(at)
    usePage.getState().set({ draft: { color: handle.color, shape, rim: handle.stepped ? at : null } })
  }

  /** `at` is null where the handle is let go without a change. */
  #drop({ handle, pin }: Pinned, at: LatLng | null, how: 'push' | 'replace'): void {
    usePage.getState().set({ draft: null, reshapeFault: null })
    // When the shape stays as it was, nothing else moves the handle back.
    pin.move(handle.at)
    if (at !== null) commit(handle.color, handle.movedTo?.(at) ?? null, how)
  }
}

/** A slider, whose value is spoken whenever it changes. */
function describeRadius(element: HTMLElement, radius_km: number): void {
  element.role = 'slider'
  element.ariaValueMin = String(RADIUS_KM_MIN)
  element.ariaValueMax = String(RADIUS_KM_MAX)
  element.ariaValueNow = String(radius_km)
  element.ariaValueText = radiusWords(radius_km)
}

function commit(color: AreaColor, shape: AreaShape | null, how: 'push' | 'replace'): boolean {
  if (shape !== null) reshapeArea(color, shape, how)
  return shape !== null
}

function handlesOf({ area, name, middle }: ShownArea, isOpen: boolean): Handle[] {
  const { color, shape } = area
  const letter = letterOf(color)
  const open = () => usePage.getState().set({ openArea: color })
  const chip = { key: `${letter} middle`, text: letter, color, isChip: true, press: open } as const
  if (!isOpen || shape.kind === 'place' || shape.kind === 'cell') {
    if (middle === null) return []
    return [{ ...chip, at: middle, label: t('Area {letter}, {name}', { letter, name }), movedTo: null }]
  }
  if (shape.kind === 'circle') {
    const { circle } = shape
    const label = t('Centre of {letter}, {name}. Arrow keys move it.', { letter, name })
    const centre = { ...chip, at: circle, label, movedTo: (at: LatLng) => movedCircle(circle, at) }
    return [centre, rimHandle(circle, color, letter)]
  }
  const { corners } = shape
  const at = middle ?? corners[0]
  const middleChip = at ? [{ ...chip, at, label: t('Area {letter}, {name}', { letter, name }), movedTo: null }] : []
  return [
    ...middleChip,
    ...corners.map(
      (corner, index): Handle => ({
        key: `${letter} corner ${index}`,
        at: corner,
        label: cornerLabel({ corner: index + 1, letter }, corners.length),
        text: '',
        color,
        isChip: false,
        movedTo: (to) => movedCorner(corners, index, to),
        remove: () => withoutCorner(corners, index),
      }),
    ),
  ]
}

/** A triangle has no corner to spare. */
function cornerLabel(names: { corner: number; letter: string }, corners: number): string {
  return corners > CORNERS_MIN
    ? t('Corner {corner, number} of {letter}. Arrow keys move it, Delete removes it.', names)
    : t('Corner {corner, number} of {letter}. Arrow keys move it.', names)
}

function rimHandle(circle: Circle, color: AreaColor, letter: string): Handle {
  return {
    key: `${letter} rim`,
    // On the east side, which is still on the map for a circle near a pole.
    at: destination(circle, circle.radius_km, 90),
    label: t('Radius of {letter}', { letter }),
    radius: circle.radius_km,
    text: '',
    color,
    isChip: false,
    movedTo: (at) => resizedCircle(circle, at),
    stepped: (steps) => steppedCircle(circle, steps),
  }
}
