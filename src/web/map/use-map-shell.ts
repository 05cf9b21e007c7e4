import { latLngToCell } from 'h3-js'
import { type RefObject, useEffect, useState } from 'react'
import { trustCell } from '../../domain/cell.ts'
import type { LatLng } from '../../domain/distance.ts'
import { useLocale } from '../language/use-locale.ts'
import { thisScreen } from '../state/address/screen.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { usePage } from '../state/store.ts'
import { getAddress, setAddress } from '../state/use-address.ts'
import { useTheme } from '../ui/device/use-theme.ts'
import { radiusUnit } from '../ui/words/radius-words.ts'
import { isSameView, type Sight, useLiveView } from '../view/live-view.ts'
import { resolutionOver } from '../view/resolution-in-force.ts'
import { MapShell } from './shell/map-shell.ts'

/** How long the camera must rest before anything is bought, in milliseconds. */
const REST_MS = 500
/** How often the live view is updated while the camera moves, in milliseconds. */
const MOVE_MS = 120
/** The position of the pointer on the map, in CSS pixels from its top left corner. */
export interface PointerPlace {
  readonly x: number
  readonly y: number
}

interface Listeners {
  readonly onPointer: (place: PointerPlace | null) => void
  /** Everything requested has been drawn; `layers` are the ids of all layers, bottom to top. */
  readonly onIdle: (layers: readonly string[]) => void
}

/** The GL map in a container, in step with the address, the theme and camera requests; null until it exists. */
export function useMapShell(container: RefObject<HTMLElement | null>, listeners: Listeners): MapShell | null {
  const [shell, setShell] = useState<MapShell | null>(null)
  // Buffers, textures and the overlay belong to a drawing context; when that is lost, a new map takes over.
  const [contextsLost, setContextsLost] = useState(0)
  const theme = useTheme()
  const locale = useLocale()
  const unit = useAreaUnit(radiusUnit)
  const camera = usePage((page) => page.camera)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once for a drawing context; later changes have their own effects
  useEffect(() => {
    if (!container.current) return
    const motion = followCamera(() => made)
    const made: MapShell | null = MapShell.make(container.current, getAddress().view, theme, {
      ...motion,
      onGrab: () => usePage.getState().set({ cellToUncover: null }),
      onHover: (at) => {
        const shown = usePage.getState().drawing === null ? at : null
        if (shown) pointAt('first')
        hover(shown)
        listeners.onPointer(shown)
      },
      onClick: click,
      onIdle: () => made && listeners.onIdle(made.layers.order()),
      onBasemapFailed: (reloadBasemap) => usePage.getState().set({ reloadBasemap }),
      onBasemapComplete: () => usePage.getState().reloadBasemap && usePage.getState().set({ reloadBasemap: null }),
      onGpuBack: () => setContextsLost((count) => count + 1),
    })
    // The page then shows its table.
    if (!made) return
    const followAddress = () => {
      made.camera.jumpTo(getAddress().view)
      // A link may spell the same differently, as those of earlier versions do.
      setAddress({}, 'replace')
    }
    window.addEventListener('popstate', followAddress)
    // Figures need only the camera, so their requests need not wait for the basemap.
    motion.onMoveEnd(made.camera.sight())
    setShell(made)
    usePage.getState().set({ takePicture: (places) => made.picture(places) })
    return () => {
      window.removeEventListener('popstate', followAddress)
      motion.stop()
      setShell(null)
      usePage.getState().set({ takePicture: null })
      made.remove()
    }
  }, [contextsLost])

  useEffect(() => shell?.basemap.setTheme(theme), [shell, theme])
  useEffect(() => shell?.setUnit(unit), [shell, unit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language
  useEffect(() => shell?.setWords(), [shell, locale])

  useEffect(() => {
    if (!shell || !camera) return
    usePage.getState().set({ camera: null })
    if (!shell.camera.carryOut(camera)) usePage.getState().set({ isFindingView: false })
  }, [shell, camera])

  return shell
}

/** Updates the live view while the camera moves, then the address and the view at rest. */
function followCamera(shell: () => MapShell | null) {
  let lastLook = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    onMove: (sight: Sight) => {
      clearTimeout(timer)
      if (performance.now() - lastLook < MOVE_MS) return
      lastLook = performance.now()
      useLiveView.setState({ live: sight })
    },
    onMoveEnd: (sight: Sight) => {
      clearTimeout(timer)
      useLiveView.setState({ live: sight })
      setAddress({ view: sight.view, screen: thisScreen() }, 'replace')
      // The first view came with the page, so there is no reason to wait.
      if (usePage.getState().rested === null) rest(sight, shell())
      else timer = setTimeout(() => rest(sight, shell()), REST_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

function rest(sight: Sight, shell: MapShell | null): void {
  const { rested, set } = usePage.getState()
  if (rested !== null && isSameView(rested, sight)) return
  set({
    rested: {
      view: sight.view,
      bounds: sight.bounds,
      seen: shell?.camera.seen() ?? [sight.bounds],
      middle: shell?.camera.middle() ?? sight.view,
      before: rested?.bounds ?? null,
    },
  })
}

/** Notes which of two maps the pointer is on. */
export function pointAt(pointedMap: 'first' | 'second'): void {
  if (usePage.getState().pointedMap !== pointedMap) usePage.getState().set({ pointedMap })
}

function cellAt({ lat, lng }: LatLng) {
  const { live } = useLiveView.getState()
  return live && trustCell(latLngToCell(lat, lng, resolutionOver(live.view)))
}

/** Notes the cell under the pointer. */
export function hover(at: LatLng | null): void {
  const hoveredCell = at && cellAt(at)
  if (hoveredCell !== usePage.getState().hoveredCell) usePage.getState().set({ hoveredCell })
}

/** Opens or closes the card of the cell at a point. The second click of a double click, which zooms, undoes the first. */
export function click(at: LatLng, isSecond: boolean): void {
  if (usePage.getState().drawing !== null) return
  const clicked = cellAt(at)
  const cell = clicked === getAddress().cell ? null : clicked
  usePage.getState().set({ cellToUncover: cell })
  // Going back would otherwise open a card that nobody asked for.
  setAddress({ cell }, isSecond ? 'replace' : 'push')
}
