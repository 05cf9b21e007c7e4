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

setWorkerUrl(workerUrl)
// Starts the threads that read the basemap while the page is still being rendered, rather than with the first map.
prewarm()
addProtocol('coast', finerCoastTile)

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
  return map
}
