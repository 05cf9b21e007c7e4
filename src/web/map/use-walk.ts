import { latLngToCell } from 'h3-js'
import { useEffect, useRef } from 'react'
import { type Cell, cellResolution, trustCell } from '../../domain/cell.ts'
import { cellCenter, type LatLng } from '../../domain/distance.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { getAddress, setAddress } from '../state/use-address.ts'
import { useLiveView } from '../view/live-view.ts'
import { resolutionOver } from '../view/resolution-in-force.ts'
import { isCenterWithin } from '../view/view-cells.ts'
import { type Direction, type Walk, walkStep } from '../view/walk-step.ts'
import type { MapShell } from './shell/map-shell.ts'
import type { PointerPlace } from './use-map-shell.ts'

export const MAP_KEYS_ID = 'map-keys'
/** What the keys do on the map, for screen readers. */
export function mapKeys(): string {
  return t(
    'Arrow keys go from hexagon to hexagon. Enter opens the card of a hexagon, Escape closes it. Shift with an arrow key moves the map, plus and minus zoom.',
  )
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** How far Shift with an arrow key moves the map, in CSS pixels. */
const PAN_PX = 100

/** Lets the keys walk from hexagon to neighbour on the map; `showTip` is called with the place of each on the screen. */
export function useWalk(shell: MapShell | null, showTip: (place: PointerPlace) => void, crosshairClass: string): void {
  const tip = useRef(showTip)
  tip.current = showTip
  useEffect(() => {
    if (!shell) return
    const walker = new Walker(shell, (place) => tip.current(place), crosshairClass)
    return () => walker.stop()
  }, [shell, crosshairClass])
}

/** One map's walk, from the first arrow key until the pointer or another element takes over. */
class Walker {
  readonly #shell: MapShell
  readonly #showTip: (place: PointerPlace) => void
  readonly #crosshairClass: string
  readonly #listening = new AbortController()
  #walk: Walk | null = null
  /** Where the walk continues when the map regains the focus, as after a card. */
  #left: Walk | null = null
  #removeCrosshair: () => void = () => {}

  constructor(shell: MapShell, showTip: (place: PointerPlace) => void, crosshairClass: string) {
    this.#shell = shell
    this.#showTip = showTip
    this.#crosshairClass = crosshairClass
    const { canvas } = shell
    canvas.setAttribute('role', 'application')
    canvas.setAttribute('aria-describedby', MAP_KEYS_ID)
    const { signal } = this.#listening
    canvas.addEventListener('keydown', (event) => this.#press(event), { signal })
    canvas.addEventListener('blur', () => this.#pause(), { signal })
    // Browsers also send this event for a pointer at rest, when the page changes under it.
    canvas.addEventListener('pointermove', (event) => (event.movementX || event.movementY) && this.#end(), { signal })
    const unsubscribe = usePage.subscribe((page, before) => page.rested !== before.rested && this.#adapt())
    signal.addEventListener('abort', unsubscribe)
  }

  stop(): void {
    this.#listening.abort()
    this.#end()
  }

  #press(event: KeyboardEvent): void {
    // Drawing has keys of its own.
    if (event.ctrlKey || event.metaKey || event.altKey || usePage.getState().drawing !== null) return
    const direction = DIRECTIONS[event.key]
    if (direction !== undefined) {
      if (event.shiftKey) this.#pan(direction)
      else this.#step(direction)
    } else if (event.key === 'Enter' || event.key === ' ') this.#choose()
    else if (event.key === 'Escape') this.#escape()
    else return
    event.preventDefault()
    // MapLibre would move the map as well.
    event.stopPropagation()
  }

  #pan(direction: Direction): void {
    const x = { left: -1, right: 1, up: 0, down: 0 }[direction]
    const y = { left: 0, right: 0, up: -1, down: 1 }[direction]
    this.#shell.camera.panBy(x * PAN_PX, y * PAN_PX)
  }

  #step(direction: Direction): void {
    const walk = this.#walk ?? (this.#left !== null && isInView(this.#left.cell) ? this.#left : null)
    this.#goTo(walk === null ? startOfWalk() : walkStep(walk, direction))
  }

  #goTo(walk: Walk | null): void {
    if (walk === null) return
    this.#walk = walk
    const place = this.#shell.camera.reveal(walk.cell)
    this.#show(walk.cell, place)
  }

  #show(cell: Cell, place: PointerPlace): void {
    this.#removeCrosshair()
    const crosshair = document.createElement('div')
    crosshair.className = this.#crosshairClass
    crosshair.ariaHidden = 'true'
    this.#removeCrosshair = this.#shell.mark(cellCenter(cell), crosshair)
    // A movement of the map forgets what was under the pointer.
    usePage.getState().set({ walkedCell: cell, hoveredCell: cell })
    this.#showTip(place)
  }

  /** After the map has moved, continues at its new resolution. */
  #adapt(): void {
    const { live } = useLiveView.getState()
    if (this.#walk === null || live === null) return
    const resolution = resolutionOver(live.view)
    const { cell } = this.#walk
    if (cellResolution(cell) === resolution) return
    this.#goTo({ cell: cellAt(cellCenter(cell), resolution), line: null })
  }

  #choose(): void {
    if (this.#walk === null) this.#goTo(startOfWalk())
    if (this.#walk === null) return
    const { cell } = this.#walk
    usePage.getState().set({ cellToUncover: cell, cellToFocus: cell })
    setAddress({ cell }, 'push')
  }

  #escape(): void {
    if (getAddress().cell !== null) {
      usePage.getState().set({ cellToFocus: null })
      setAddress({ cell: null }, 'push')
    } else this.#end()
  }

  #pause(): void {
    const walk = this.#walk
    this.#end()
    this.#left = walk
  }

  #end(): void {
    this.#left = null
    if (this.#walk === null) return
    this.#walk = null
    this.#removeCrosshair()
    usePage.getState().set({ walkedCell: null, hoveredCell: null })
  }
}

/** A walk begins at the cell whose card is open, otherwise in the middle of the map; null before there is a map. */
function startOfWalk(): Walk | null {
  const { live } = useLiveView.getState()
  if (live === null) return null
  const { cell } = getAddress()
  if (cell !== null && isInView(cell)) return { cell, line: null }
  return { cell: cellAt(live.view, resolutionOver(live.view)), line: null }
}

/** True for a cell of the map's resolution whose centre is in view. */
function isInView(cell: Cell): boolean {
  const { live } = useLiveView.getState()
  return live !== null && cellResolution(cell) === resolutionOver(live.view) && isCenterWithin(live.bounds, cell)
}

function cellAt({ lat, lng }: LatLng, resolution: number): Cell {
  return trustCell(latLngToCell(lat, lng, resolution))
}
