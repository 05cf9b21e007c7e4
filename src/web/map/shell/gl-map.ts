import {
  addProtocol,
  Map as GlMap,
  GPUInitializationError,
  NavigationControl,
  prewarm,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { View } from '../../state/address/number-parts.ts'
import { isEmbedded } from '../../state/embedded.ts'
import { noteRefusedWebGl } from '../../ui/device/has-web-gl.ts'
import { ZOOM_MIN } from '../../view/opening-view.ts'
import { basemapStyle } from '../basemap/basemap-style.ts'
import { finerCoastTile } from '../basemap/finer-coast.ts'
import { worldTile } from '../basemap/world-tiles.ts'

setWorkerUrl(workerUrl)
// Starts the threads that read the basemap while the page is still being rendered, rather than with the first map.
prewarm()
addProtocol('coast', finerCoastTile)
addProtocol('world', worldTile)

/** Makes the GL map; null where the browser refuses it a GPU, which the page then knows. */
export function tryGlMap(...args: Parameters<typeof makeGlMap>): GlMap | null {
  try {
    return makeGlMap(...args)
  } catch (error) {
    if (!(error instanceof GPUInitializationError)) throw error
    noteRefusedWebGl()
    return null
  }
}

/** Makes the GL map with the page's own basemap and its controls: flat, and north always up. */
function makeGlMap(container: HTMLElement, view: View, theme: 'light' | 'dark'): GlMap {
  const map = new GlMap({
    container,
    style: basemapStyle(theme, window.location.origin),
    center: [view.lng, view.lat],
    zoom: view.zoom,
    minZoom: ZOOM_MIN,
    maxZoom: 15,
    attributionControl: false,
    // A reader who scrolls the page around the frame must not get stuck in the map.
    cooperativeGestures: isEmbedded,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    rollEnabled: false,
    fadeDuration: 0,
    canvasContextAttributes: { antialias: true },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right')
  regainSharpness(map)
  return map
}

/**
 * Asks for a canvas of full size again where the browser once gave a smaller one, as in the middle of a resize: the map
 * library takes that for the largest there is, and would stay blurred for good. Each size is asked for once more when
 * the map is at rest, and again with the next resize.
 */
function regainSharpness(map: GlMap): void {
  const largest = map._maxCanvasSize
  let sizeAskedAgain = ''
  const regain = () => {
    if (map._maxCanvasSize === largest) return
    map._maxCanvasSize = largest
    const { clientWidth, clientHeight } = map.getContainer()
    const size = `${clientWidth}x${clientHeight}`
    if (size === sizeAskedAgain) return
    sizeAskedAgain = size
    map.once('idle', () => map.resize())
  }
  map.on('load', regain)
  map.on('resize', regain)
}
